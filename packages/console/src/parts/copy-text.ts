/** Copies a text; false if the browser denies it. */
export async function copyText(text: string): Promise<boolean> {
  // Missing unless the page is served over HTTPS or from this machine.
  if (!navigator.clipboard) return copySelection(text)
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => copySelection(text),
  )
}

/** Copies through a selected field. Every page may use this older way. */
function copySelection(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'visually-hidden'
  // Elements below an open dialog cannot be selected.
  const place = focused?.closest('dialog') ?? document.body
  place.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}

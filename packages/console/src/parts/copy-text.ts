/** Copies a text; false: the browser does not let this page. */
export async function copyText(text: string): Promise<boolean> {
  // Missing where the page does not come over https or from this machine.
  if (!navigator.clipboard) return copySelection(text)
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => copySelection(text),
  )
}

/** The older way, which every page may go: through a field that is selected. */
function copySelection(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'visually-hidden'
  // What lies below an open dialog cannot be selected.
  const place = focused?.closest('dialog') ?? document.body
  place.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}

let text = ''

/**
 * Collects typed text until a dialog is open. Otherwise keys that are pressed while the script of the dialog loads
 * would be lost, or act on the page.
 */
export function collectTyped(onEscape: () => void): () => void {
  const press = (event: KeyboardEvent) => {
    const isCommand = (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph')
    if (isCommand || event.isComposing || document.querySelector('dialog[open]')) return
    if (event.key === 'Escape') onEscape()
    else if (event.key === 'Backspace') text = [...text].slice(0, -1).join('')
    else if ([...event.key].length === 1) text += event.key
    else if (event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('keydown', press, true)
  return () => {
    text = ''
    removeEventListener('keydown', press, true)
  }
}

/** Returns the typed text, once. */
export function takeTyped(): string {
  const typed = text
  text = ''
  return typed
}

/** Where the entries of a list and their controls are, below the section of the list. */
export interface RemovableEntries {
  /** Selects the control to focus, one for each entry. */
  readonly controls: string
  /** Selects what is focused when no entry is left. */
  readonly otherwise: string
}

const WAIT_MS = 5000

/**
 * Prepares to move the focus to the neighbour of an entry that is removed, because the focus would be lost with it.
 * @param control the control of the entry that is removed
 * @returns moves the focus as soon as the entry has gone: another request may be the one that shows the list without it
 */
export function focusAfterRemoval(control: HTMLElement, { controls, otherwise }: RemovableEntries): () => void {
  const section = control.closest('section')
  const find = () => [...(section?.querySelectorAll<HTMLElement>(controls) ?? [])]
  const index = find().indexOf(control)
  return () => {
    const started = performance.now()
    const move = () => {
      const isElsewhere = ![document.body, control].includes(document.activeElement as HTMLElement) // an element or null
      if (isElsewhere || performance.now() - started > WAIT_MS) return
      if (control.isConnected) return void requestAnimationFrame(move)
      const left = find()
      const next = left[Math.min(index, left.length - 1)] ?? section?.querySelector<HTMLElement>(otherwise)
      next?.focus()
    }
    requestAnimationFrame(move)
  }
}

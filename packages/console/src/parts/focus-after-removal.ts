/** Selectors for the controls of a list, below the section of the list. */
export interface RemovableEntries {
  /** Selects the focusable control of each entry. */
  readonly controls: string
  /** Selects the element to focus if no entry is left. */
  readonly otherwise: string
}

const WAIT_MS = 5000

/**
 * Prepares to focus the neighbour of an entry that is removed, because the focus would be lost with the entry.
 * @param control the control of the entry that is removed
 * @returns a function that moves the focus once the list is shown without the entry, even if another request updates it
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

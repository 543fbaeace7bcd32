/**
 * Moves the focus to the neighbour of an entry that was removed from a list, because the focus would be lost with it.
 * @param list an element around all entries
 * @param selector finds the control to focus, one for each entry
 * @param index the place that the removed entry had
 * @param otherwise finds what is focused when no entry is left
 */
export function focusAfterRemoval(list: Element | null, selector: string, index: number, otherwise: string): void {
  // By then the list is rendered without the entry, and its controls are enabled again.
  requestAnimationFrame(() => {
    const controls = list?.querySelectorAll<HTMLElement>(selector) ?? []
    const neighbour = controls[Math.min(index, controls.length - 1)] ?? list?.querySelector<HTMLElement>(otherwise)
    neighbour?.focus()
  })
}

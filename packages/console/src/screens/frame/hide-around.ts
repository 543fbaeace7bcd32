/** Closes the menu that contains the chosen element. */
export function hideAround({ currentTarget }: { readonly currentTarget: HTMLElement }): void {
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
}

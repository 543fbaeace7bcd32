/** Closes the menu that something chosen stands in. */
export function hideAround({ currentTarget }: { readonly currentTarget: HTMLElement }): void {
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
}

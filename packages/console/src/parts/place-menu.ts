/** Distance of a menu from its button, and from the edges of the window, in CSS pixels. */
const GAP = 4

/**
 * Places the menu below the button and aligned with its right edge. Without enough space, it is above the button or
 * aligned with its left edge.
 */
export function placeMenu(list: HTMLElement, button: HTMLElement): void {
  const { top, bottom, left, right } = button.getBoundingClientRect()
  const { width, height } = list.getBoundingClientRect()
  const isBelow = bottom + GAP + height <= innerHeight || innerHeight - bottom >= top
  const room = (isBelow ? innerHeight - bottom : top) - 2 * GAP
  const x = right - width >= GAP ? right - width : Math.min(left, innerWidth - width - GAP)
  const y = isBelow ? bottom + GAP : Math.max(GAP, top - GAP - Math.min(height, room))
  list.style.setProperty('inset', `${y}px auto auto ${Math.max(GAP, x)}px`)
  list.style.setProperty('max-height', `${room}px`)
}

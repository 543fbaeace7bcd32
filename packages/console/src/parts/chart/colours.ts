/** How many series keep a colour of their own. */
const COLOURS = 8

/** The token of a series' colour, by its place. */
export function seriesColour(index: number): string {
  return `var(--chart-${(index % COLOURS) + 1})`
}

/** What a token is in the theme that is on: a canvas knows no custom properties, nor light-dark(). */
export function resolvedColour(element: Element, colour: string): string {
  const probe = document.createElement('i')
  probe.style.color = colour
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** How many series keep a colour of their own. */
const COLOURS = 8

/** The token of a series' colour, by its place. */
export function seriesColour(index: number): string {
  return `var(--chart-${(index % COLOURS) + 1})`
}

/** The colour of a series, also where the system gives all others: one that all had would tell none from another. */
export function resolvedSeriesColour(element: Element, index: number): string {
  return resolvedColour(element, seriesColour(index), 'none')
}

/** What a token is in the theme that is on: a canvas knows no custom properties, nor light-dark(). */
export function resolvedColour(element: Element, colour: string, adjustment: 'auto' | 'none' = 'auto'): string {
  const probe = document.createElement('i')
  probe.style.color = colour
  probe.style.setProperty('forced-color-adjust', adjustment)
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** The number of plain colours. */
export const COLOURS = 8

/** Stripes of bars and dashes of lines that distinguish each further round of the same colours. */
const ROUNDS = [
  { angle: 135, dash: [9, 3] },
  { angle: 45, dash: [3, 3] },
  { angle: 90, dash: [12, 3, 3, 3] },
  { angle: 0, dash: [3, 8] },
] as const

/** Returns the pattern of a series by its index; undefined for the first series of each colour. */
export function seriesRound(index: number): (typeof ROUNDS)[number] | undefined {
  const round = Math.floor(index / COLOURS)
  return round === 0 ? undefined : ROUNDS[(round - 1) % ROUNDS.length]
}

/** Returns the background of a series' swatch or bar by its index. */
export function seriesBackground(index: number): string {
  const colour = seriesColour(index)
  const round = seriesRound(index)
  if (round === undefined) return colour
  return `repeating-linear-gradient(${round.angle}deg, ${colour} 0 3px, var(--surface) 3px 5px)`
}

/** Returns the token of a series' colour by its index. */
export function seriesColour(index: number): string {
  return `var(--chart-${(index % COLOURS) + 1})`
}

/** Returns the colour of a series even in forced-colours mode, which would give all series the same colour. */
export function resolvedSeriesColour(element: Element, index: number): string {
  return resolvedColour(element, seriesColour(index), 'none')
}

/** Returns the value of a token in the current theme: a canvas does not support custom properties or light-dark(). */
export function resolvedColour(element: Element, colour: string, adjustment: 'auto' | 'none' = 'auto'): string {
  const probe = document.createElement('i')
  probe.style.color = colour
  probe.style.setProperty('forced-color-adjust', adjustment)
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

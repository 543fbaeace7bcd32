import { COLOURS } from '../../../parts/chart/colours.ts'
import type { ShownTogether } from './series-identity.ts'

/** Indexes of colours by the identity of a series. */
export type SeriesColours = Readonly<Record<string, number>>

/** The maximum number of series in a plot. Beyond the plain colours, they have stripes and dashes (CONSOLE-134). */
const DISTINCT = 5 * COLOURS

/**
 * Returns colours for all series of a dashboard. A series keeps its colour while no chart shows it, so that a series
 * that disappears does not change others. A new series gets a plain colour that its charts do not use yet.
 */
export function assignColours(charts: readonly ShownTogether[], known: SeriesColours): SeriesColours {
  const colours = new Map(Object.entries(known))
  const neighbours = neighboursIn(charts)
  const isFree = (identity: string, colour: number) =>
    ![...(neighbours.get(identity) ?? [])].some((other) => colours.get(other) === colour)
  for (const identity of byNeighbours(neighbours)) {
    const present = colours.get(identity)
    if (present !== undefined && isFree(identity, present)) continue
    colours.delete(identity)
    colours.set(identity, freeColour(colours, neighbours.get(identity) ?? new Set()))
  }
  return Object.fromEntries(colours)
}

/**
 * Returns the series that each series is plotted with. Bars of a table have their names next to them, so two of them
 * may have the same colour.
 */
function neighboursIn(charts: readonly ShownTogether[]): ReadonlyMap<string, ReadonlySet<string>> {
  const neighbours = new Map<string, Set<string>>()
  for (const { identities, isPlot } of charts) {
    for (const identity of identities) {
      const known = neighbours.get(identity) ?? new Set()
      neighbours.set(identity, known)
      if (isPlot) for (const other of identities) if (other !== identity) known.add(other)
    }
  }
  return neighbours
}

/** Returns the series with the most neighbours first, because they have the fewest free colours. */
function byNeighbours(neighbours: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  return [...neighbours].sort(([, one], [, other]) => other.size - one.size).map(([identity]) => identity)
}

/** Returns the least used plain colour that no neighbour has, or the first striped colour that no neighbour has. */
function freeColour(colours: ReadonlyMap<string, number>, neighbours: ReadonlySet<string>): number {
  const taken = new Set([...neighbours].map((identity) => colours.get(identity)))
  const uses = (colour: number) => [...colours.values()].filter((each) => each === colour).length
  const plain = Array.from({ length: COLOURS }, (_, colour) => colour).filter((colour) => !taken.has(colour))
  if (plain.length > 0) return plain.reduce((best, next) => (uses(next) < uses(best) ? next : best))
  for (let colour = COLOURS; colour < DISTINCT; colour += 1) if (!taken.has(colour)) return colour
  return taken.size % DISTINCT
}

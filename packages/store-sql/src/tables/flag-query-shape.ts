import type { FlagQuery } from '@flagdeck/core'

/** Parts of a query whose values decide about the text of its SQL; of all others only whether they are there. */
const DECIDING: ReadonlySet<string> = new Set(['order', 'type', 'hasEvaluationContexts'] satisfies (keyof FlagQuery)[])

/** The same for all queries that become the same SQL with other values. */
function shapeOf(query: FlagQuery): string {
  return JSON.stringify(partsOf(query).map(([name, value]) => (DECIDING.has(name) ? [name, value] : name)))
}

/** A query of the shape of `query`, with values read from `values`. */
export function inShapeOf(query: FlagQuery, values: FlagQuery): FlagQuery {
  const parts = partsOf(query).map(([name, value]) => [name, DECIDING.has(name) ? value : values[name]])
  // It has the parts of a query, each from a query.
  return Object.fromEntries(parts) as FlagQuery
}

/** Runs `make` once for each shape that is asked for, of which there are few: clients list in a few ways. */
export function madeOnceForEachShape<Made>(capacity: number, make: (query: FlagQuery) => Made) {
  const made = new Map<string, Made>()
  return (query: FlagQuery): Made => {
    const shape = shapeOf(query)
    const known = made.get(shape)
    if (known) return known
    // Somebody asks for ever new shapes: starting over costs less than remembering which rested longest.
    if (made.size >= capacity) made.clear()
    const fresh = make(query)
    made.set(shape, fresh)
    return fresh
  }
}

function partsOf(query: FlagQuery): [keyof FlagQuery, unknown][] {
  const parts = Object.entries(query) as [keyof FlagQuery, unknown][]
  return parts.filter(([, value]) => value !== undefined)
}

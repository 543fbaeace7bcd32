const SHAPES_KEPT = 200

/** How queries with optional parts become few statements with parameters. */
export interface QueryShapes<Query extends object> {
  /** A query of the shape of `query`, with values read from `values`. */
  inShapeOf(query: Query, values: Query): Query
  /** Runs `make` once for each shape that is asked for, of which there are few: clients list in a few ways. */
  madeOnceForEach<Made>(make: (query: Query) => Made): (query: Query) => Made
}

/**
 * @param deciding parts whose values decide about the text of the SQL; of all others only whether they are there
 */
export function queryShapes<Query extends object>(
  deciding: readonly (keyof Query)[],
  shapesKept = SHAPES_KEPT,
): QueryShapes<Query> {
  const decides = (name: keyof Query): boolean => deciding.includes(name)
  const shapeOf = (query: Query): string =>
    JSON.stringify(partsOf(query).map(([name, value]) => (decides(name) ? [name, value] : name)))
  return {
    inShapeOf(query, values) {
      const parts = partsOf(query).map(([name, value]) => [name, decides(name) ? value : values[name]])
      // It has the parts of a query, each from a query.
      return Object.fromEntries(parts) as Query
    },
    madeOnceForEach: (make) => madeOnceForEach(shapeOf, make, shapesKept),
  }
}

function madeOnceForEach<Query, Made>(shapeOf: (query: Query) => string, make: (query: Query) => Made, kept: number) {
  // Bound: OUT-8 query-shapes
  const made = new Map<string, Made>()
  return (query: Query): Made => {
    const shape = shapeOf(query)
    const known = made.get(shape)
    if (known) return known
    // Somebody asks for ever new shapes: starting over costs less than remembering which rested longest.
    if (made.size >= kept) made.clear()
    const fresh = make(query)
    made.set(shape, fresh)
    return fresh
  }
}

function partsOf<Query extends object>(query: Query): [keyof Query, unknown][] {
  // The names of a query's parts are its keys; Object.entries forgets that.
  const parts = Object.entries(query) as [keyof Query, unknown][]
  return parts.filter(([, value]) => value !== undefined)
}

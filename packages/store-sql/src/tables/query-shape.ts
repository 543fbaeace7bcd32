const SHAPES_KEPT = 200

/** Maps queries with optional parts to a small number of statements with parameters. */
export interface QueryShapes<Query extends object> {
  /** Returns a query of the shape of `query`, with values read from `values`. */
  inShapeOf(query: Query, values: Query): Query
  /** Calls `make` once for each requested shape. There are few, because clients list in a few ways. */
  madeOnceForEach<Made>(make: (query: Query) => Made): (query: Query) => Made
}

/** @param deciding the parts whose values affect the text of the SQL; of all other parts, only their presence does */
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
    // For clients with ever new shapes, starting over costs less than an order of last use.
    if (made.size >= kept) made.clear()
    const fresh = make(query)
    made.set(shape, fresh)
    return fresh
  }
}

function partsOf<Query extends object>(query: Query): [keyof Query, unknown][] {
  // The names of a query's parts are its keys; the type of Object.entries is wider.
  const parts = Object.entries(query) as [keyof Query, unknown][]
  return parts.filter(([, value]) => value !== undefined)
}

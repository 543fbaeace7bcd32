interface Delta {
  readonly set?: unknown
  readonly keys?: Readonly<Record<string, Delta>>
  readonly at?: number
  readonly items?: readonly (Delta | null)[]
}

/**
 * Returns a document with a step of its history undone. It supports only histories without removed and inserted items.
 */
export function undone(value: unknown, delta: Delta | null): unknown {
  if (delta === null) return value
  const { set, keys, at = 0, items } = delta
  if (keys) {
    const object = value as Readonly<Record<string, unknown>> // the format of stored steps
    const changed = Object.entries(keys).map(([key, each]) => [key, undone(object[key], each)])
    return { ...object, ...Object.fromEntries(changed) }
  }
  if (items && Array.isArray(value)) return value.map((item, place) => undone(item, items[place - at] ?? null))
  return set
}

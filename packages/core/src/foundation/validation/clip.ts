const MAX_SHOWN_LENGTH = 100

/** Returns a client's value in a form for error texts: their length must not depend on the input. */
export function clip(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null')
  return text.slice(0, MAX_SHOWN_LENGTH)
}

const MAX_SHOWN_LENGTH = 100

/** What a client sent, as an error text may repeat it: a text must not grow with the input it is about. */
export function clip(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null')
  return text.slice(0, MAX_SHOWN_LENGTH)
}

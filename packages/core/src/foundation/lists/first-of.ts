const SHOWN = 5

/** Returns the first few of many as text, and the number of the others. */
export function firstOf<T>(all: readonly T[], separator: string, textOf: (one: T) => string): string {
  const shown = all.slice(0, SHOWN).map(textOf)
  const more = all.length - shown.length
  return shown.join(separator) + (more > 0 ? ` and ${more} more` : '')
}

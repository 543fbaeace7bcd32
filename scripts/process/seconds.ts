/** Returns the time since a `performance.now()` as text: `3.2 s`. */
export function seconds(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
}

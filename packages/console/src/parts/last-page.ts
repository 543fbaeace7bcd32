/** Returns the number of the last page, from 1. */
export function lastPage(count: number, size: number): number {
  return Math.max(1, Math.ceil(count / size))
}

/** The last page of so many entries, from 1 on. */
export function lastPage(count: number, size: number): number {
  return Math.max(1, Math.ceil(count / size))
}

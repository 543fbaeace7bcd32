/**
 * Returns the number of items before the first one for which `isBefore` is false. All items for which it is true must
 * come first.
 */
export function partitionPoint<T>(items: readonly T[], isBefore: (item: T) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    // `middle` is below the length, so there is an item.
    if (isBefore(items[middle] as T)) low = middle + 1
    else high = middle
  }
  return low
}

/** How many items there are before the first that `isBefore` does not hold for. All those it holds for have to come first. */
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

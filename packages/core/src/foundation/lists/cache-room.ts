/**
 * Limits an `LRUCache` to this number of entries. Its own `max` allocates all of them immediately, which for ten
 * thousand takes longer than the rest of the start of a deck.
 */
export function cacheRoom(entries: number): { readonly maxSize: number; readonly sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: () => 1 }
}

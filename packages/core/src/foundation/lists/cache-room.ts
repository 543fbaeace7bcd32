/**
 * Lets an `LRUCache` have so many entries. Its own `max` makes the room for all of them at once, which for ten thousand
 * takes longer than everything else that a deck begins with.
 */
export function cacheRoom(entries: number): { readonly maxSize: number; readonly sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: () => 1 }
}

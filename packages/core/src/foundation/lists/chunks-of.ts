/** Splits a list into chunks of at most `size`, in order. */
export function* chunksOf<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

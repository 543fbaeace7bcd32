/** Splits items into parts of at most `maxBytes`, in the same order. A larger item is a separate part. */
export function partsByBytes<T extends { readonly bytes: number }>(
  items: readonly T[],
  maxBytes: number,
): readonly (readonly T[])[] {
  const parts: T[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const item of items) {
    bytes += item.bytes
    if (bytes <= maxBytes) parts.at(-1)?.push(item)
    else {
      parts.push([item])
      bytes = item.bytes
    }
  }
  return parts
}

/** What a request may hold is twice as much: the rest is for what stands around it (COHORT-23). */
const MAX_BYTES = 1024 * 1024
/** So that something is seen to go on. */
const MAX_IDS = 4000

/** Ids in parts of which each fits into a request. */
export function partsOfIds(ids: readonly string[]): readonly (readonly string[])[] {
  const encoder = new TextEncoder()
  const parts: string[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const id of ids) {
    const size = encoder.encode(JSON.stringify(id)).length + 1
    const last = parts.at(-1)
    if (last === undefined || bytes + size > MAX_BYTES || last.length === MAX_IDS) {
      parts.push([id])
      bytes = size
    } else {
      last.push(id)
      bytes += size
    }
  }
  return parts
}

/** Half of the maximum size of a request: the other half is for the JSON around the ids (COHORT-23). */
const MAX_BYTES = 1024 * 1024
/** Small enough that the user sees progress. */
const MAX_IDS = 4000

/** Splits ids into parts that each fit into a request. */
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

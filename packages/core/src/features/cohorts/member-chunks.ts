import { partitionPoint } from '../../foundation/lists/partition-point.ts'
import { visitYielding, yieldToOthers } from '../../foundation/time/yield.ts'

/** Every store can add this many in a few milliseconds. */
const CHUNK_SIZE = 2000
/** With this many samples per chunk, the chunks have nearly the same size. */
const SAMPLED_PER_CHUNK = 16

/**
 * Returns unique distinct ids in chunks, in order from chunk to chunk: the index of a store grows several times faster
 * with sorted ids than with random ones. It yields in between.
 */
export async function memberChunks(distinctIds: readonly string[]): Promise<readonly (readonly string[])[]> {
  const limits = chunkLimits(distinctIds)
  const sets = Array.from({ length: limits.length + 1 }, () => new Set<string>())
  await visitYielding(distinctIds, (id) => sets[partitionPoint(limits, (limit) => limit <= id)]?.add(id))
  const chunks: string[][] = []
  for (const set of sets) {
    if (set.size > 0) chunks.push([...set].sort())
    await yieldToOthers()
  }
  return chunks
}

/**
 * Returns the first id of each chunk after the first. The sample is random; otherwise a client could send a list that
 * is all in one chunk.
 */
function chunkLimits(distinctIds: readonly string[]): readonly string[] {
  const count = Math.ceil(distinctIds.length / CHUNK_SIZE)
  if (count < 2) return []
  const sample = Array.from({ length: count * SAMPLED_PER_CHUNK }, () => randomOf(distinctIds)).sort()
  return Array.from({ length: count - 1 }, (_, chunk) => sample[(chunk + 1) * SAMPLED_PER_CHUNK] ?? '')
}

function randomOf(distinctIds: readonly string[]): string {
  return distinctIds[Math.floor(Math.random() * distinctIds.length)] ?? ''
}

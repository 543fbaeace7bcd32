import { partitionPoint } from '../../foundation/lists/partition-point.ts'
import { visitYielding, yieldToOthers } from '../../foundation/time/yield.ts'

/** As many as any store adds in a few milliseconds. */
const CHUNK_SIZE = 2000
/** So many of a sample to a chunk make chunks of nearly the same size. */
const SAMPLED_PER_CHUNK = 16

/**
 * Distinct ids once each, in chunks that follow one another in order: a store's index grows several times faster from
 * one end to the other than at random. It yields in between.
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

/** Where the second chunk begins, and those after it. By chance, or a list could be made that all falls into one. */
function chunkLimits(distinctIds: readonly string[]): readonly string[] {
  const count = Math.ceil(distinctIds.length / CHUNK_SIZE)
  if (count < 2) return []
  const sample = Array.from({ length: count * SAMPLED_PER_CHUNK }, () => randomOf(distinctIds)).sort()
  return Array.from({ length: count - 1 }, (_, chunk) => sample[(chunk + 1) * SAMPLED_PER_CHUNK] ?? '')
}

function randomOf(distinctIds: readonly string[]): string {
  return distinctIds[Math.floor(Math.random() * distinctIds.length)] ?? ''
}

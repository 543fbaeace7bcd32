import { partitionPoint } from '../../foundation/lists/partition-point.ts'
import { giveTurn, visitInTurns } from '../../foundation/time/in-turns.ts'

/** As many as any store adds in a few milliseconds. */
const SLICE_SIZE = 2000
/** So many of a sample to a slice make slices of nearly the same size. */
const SAMPLED_PER_SLICE = 16

/**
 * Distinct ids once each, in slices that follow one another in order: a store's index grows several times faster from
 * one end to the other than at random. Others have their turns in between.
 */
export async function memberSlices(distinctIds: readonly string[]): Promise<readonly (readonly string[])[]> {
  const limits = sliceLimits(distinctIds)
  const sets = Array.from({ length: limits.length + 1 }, () => new Set<string>())
  await visitInTurns(distinctIds, (id) => sets[partitionPoint(limits, (limit) => limit <= id)]?.add(id))
  const slices: string[][] = []
  for (const set of sets) {
    if (set.size > 0) slices.push([...set].sort())
    await giveTurn()
  }
  return slices
}

/** Where the second slice begins, and those after it. By chance, or a list could be made that all falls into one. */
function sliceLimits(distinctIds: readonly string[]): readonly string[] {
  const count = Math.ceil(distinctIds.length / SLICE_SIZE)
  if (count < 2) return []
  const sample = Array.from({ length: count * SAMPLED_PER_SLICE }, () => randomOf(distinctIds)).sort()
  return Array.from({ length: count - 1 }, (_, slice) => sample[(slice + 1) * SAMPLED_PER_SLICE] ?? '')
}

function randomOf(distinctIds: readonly string[]): string {
  return distinctIds[Math.floor(Math.random() * distinctIds.length)] ?? ''
}

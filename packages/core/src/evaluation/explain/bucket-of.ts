import { type Distribution, isInShare, placeOf } from '../hashing/hash.ts'
import type { BucketExplanation } from './explanation.ts'

/** Where an identifier stands in a rollout; the empty one stands nowhere. */
export function bucketOf(identifier: string, percentage: number, distribution: Distribution): BucketExplanation {
  const isIn = isInShare(percentage / 100, distribution, identifier)
  return { position: positionOf(identifier, distribution), percentage, isIn }
}

export function positionOf(identifier: string, distribution: Distribution): number | null {
  return identifier === '' ? null : placeOf(identifier, distribution)
}

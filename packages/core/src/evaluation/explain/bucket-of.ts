import { type Hash, isInShare } from '../hashing/hash.ts'
import type { BucketExplanation } from './explanation.ts'

/** Where an identifier stands in a rollout; the empty one stands nowhere. */
export function bucketOf(identifier: string, percentage: number, hash: Hash): BucketExplanation {
  return { position: positionOf(identifier, hash), percentage, isIn: isInShare(percentage / 100, hash, identifier) }
}

export function positionOf(identifier: string, hash: Hash): number | null {
  return identifier === '' ? null : hash(identifier)
}

import { type CandidateChange, conditionChange } from './candidate-change.ts'
import type { BucketExplanation } from './explanation.ts'

/** Returns the change that includes the subject at the bucket's position. */
export function raisedRollout(conditionIndex: number, { position, percentage }: BucketExplanation): CandidateChange {
  const to = lowestIncluding(position ?? 1)
  return conditionChange({ kind: 'raise_rollout', conditionIndex, from: percentage, to }, (condition) => ({
    ...condition,
    rollout_percentage: to,
  }))
}

/** Returns the change that excludes the subject at the bucket's position. */
export function loweredRollout(conditionIndex: number, { position, percentage }: BucketExplanation): CandidateChange {
  const to = highestExcluding(position ?? 1)
  return conditionChange({ kind: 'lower_rollout', conditionIndex, from: percentage, to }, (condition) => ({
    ...condition,
    rollout_percentage: to,
  }))
}

/** Returns the lowest percentage, in steps of a tenth, that includes a position. */
export function lowestIncluding(position: number): number {
  const tenths = Math.ceil(position * 1000)
  return tenths / 10 / 100 >= position ? tenths / 10 : (tenths + 1) / 10
}

/** Returns the highest percentage, in steps of a tenth, that does not include a position. */
export function highestExcluding(position: number): number {
  const tenths = Math.floor(position * 1000)
  return Math.max(0, tenths / 10 / 100 < position ? tenths / 10 : (tenths - 1) / 10)
}

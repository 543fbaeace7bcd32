import { UnevaluableError } from '../definition/unevaluable-error.ts'

/** A percentage that a definition gives, or an UnevaluableError when what stands there is no number. */
export function percentage(value: unknown, owner: string): number {
  if (typeof value === 'number' && !Number.isNaN(value)) return value
  throw new UnevaluableError(`the rollout percentage of ${owner} is not a number`)
}

import { UnevaluableError } from '../definition/unevaluable-error.ts'

/**
 * Returns a percentage of a definition.
 * @throws UnevaluableError if it is not a number
 */
export function percentage(value: unknown, owner: string): number {
  if (typeof value === 'number' && !Number.isNaN(value)) return value
  throw new UnevaluableError(`the rollout percentage of ${owner} is not a number`)
}

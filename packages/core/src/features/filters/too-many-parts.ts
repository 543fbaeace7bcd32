import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json/json-value.ts'
import type { Violation } from '../../foundation/validation/violation.ts'
import { structuralViolation } from './filter-violation.ts'

/** The maximum number of conditions, filters of conditions and variants together (FLAG-55). */
const MAX_PARTS = 10_000

/** Returns the violation by filters with too many parts; undefined for all others, even if parts are invalid. */
export function tooManyParts({ groups = null, multivariate = null }: JsonObject): Violation | undefined {
  const ofGroups = partsOfGroups(Array.isArray(groups) ? groups : [])
  if (ofGroups > MAX_PARTS) return refusal('groups')
  return ofGroups + lengthIn(multivariate, 'variants') > MAX_PARTS ? refusal('multivariate.variants') : undefined
}

function partsOfGroups(groups: readonly JsonValue[]): number {
  return groups.reduce<number>((parts, group) => parts + 1 + lengthIn(group, 'properties'), 0)
}

function lengthIn(value: JsonValue, name: string): number {
  const list = isJsonObject(value) ? value[name] : undefined
  return Array.isArray(list) ? list.length : 0
}

function refusal(path: string): Violation {
  const text = `Ensure that there are no more than ${MAX_PARTS} conditions, filters and variants.`
  return structuralViolation('max_length', path, text)
}

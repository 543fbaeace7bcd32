import { conditionSetsOf, variantsOf } from '../../evaluation/definition/filter-parts.ts'
import type { FlagFilters } from '../../evaluation/definition/flag-filters.ts'
import { parseJson } from '../../foundation/json/json-value.ts'
import { clip } from '../../foundation/validation/clip.ts'
import type { Violation } from '../../foundation/validation/violation.ts'
import { filterViolation, structuralViolation } from './filter-violation.ts'
import { patternsOf, patternTotalViolations } from './pattern-rules.ts'
import { propertyViolations } from './property-rules.ts'

type Rule = (filters: FlagFilters, knownPatterns: ReadonlySet<string>) => Violation[]

/**
 * The rules between the parts of filters in stored form (FLAG-43 to FLAG-49), by the part that must change when a rule
 * is violated. `knownPatterns` are stored already and do not need to compile: a client must be able to save a flag that
 * it has only read.
 */
export const CROSS_FIELD_RULES = {
  multivariate: variantViolations,
  payloads: payloadViolations,
  groups: groupViolations,
} as const satisfies { readonly [part in keyof FlagFilters]?: Rule }

/** Returns the violations of all {@link CROSS_FIELD_RULES}. */
export function crossFieldViolations(
  filters: FlagFilters,
  knownPatterns: ReadonlySet<string> = new Set(),
): Violation[] {
  return Object.values<Rule>(CROSS_FIELD_RULES).flatMap((rule) => rule(filters, knownPatterns))
}

function groupViolations(filters: FlagFilters, knownPatterns: ReadonlySet<string>): Violation[] {
  const groups = conditionSetsOf(filters)
  const properties = groups.flatMap((group) => group.properties ?? [])
  const patternTotal = patternTotalViolations(properties, knownPatterns)
  // If all patterns together are too large, they are not compiled one by one to find further violations.
  const checkedPatterns = patternTotal.length > 0 ? new Set(patternsOf(properties)) : knownPatterns
  return [
    ...overrideViolations(filters),
    ...patternTotal,
    ...groups.flatMap((group, groupIndex) =>
      (group.properties ?? []).flatMap((property, index) =>
        propertyViolations(property, {
          aggregation: group.aggregation_group_type_index ?? null,
          path: `groups[${groupIndex}].properties[${index}]`,
          knownPatterns: checkedPatterns,
        }),
      ),
    ),
  ]
}

export function variantKeys(filters: FlagFilters): readonly string[] {
  return variantsOf(filters).map((variant) => variant.key)
}

function variantViolations(filters: FlagFilters): Violation[] {
  const variants = variantsOf(filters)
  if (variants.length === 0) return []
  const violations: Violation[] = []
  const sum = variants.reduce((total, variant) => total + variant.rollout_percentage, 0)
  // Thirds do not add up to exactly 100 in floating point.
  if (Math.abs(sum - 100) > 1e-6) {
    const text = `Variant rollout percentages must sum to 100, got ${sum}.`
    violations.push(filterViolation('variant_rollout_sum_not_100', 'multivariate.variants', text))
  }
  const duplicated = duplicatesOf(variantKeys(filters))
  if (duplicated.length > 0) {
    const text = `Variant keys must be unique, duplicated: ${clip(duplicated.join(', '))}.`
    violations.push(filterViolation('variant_keys_not_unique', 'multivariate.variants', text))
  }
  return violations
}

function duplicatesOf(keys: readonly string[]): readonly string[] {
  const seen = new Set<string>()
  const duplicates = new Set<string>()
  for (const key of keys) (seen.has(key) ? duplicates : seen).add(key)
  return [...duplicates]
}

function payloadViolations(filters: FlagFilters): Violation[] {
  const keys = new Set(variantKeys(filters))
  return Object.entries(filters.payloads ?? {}).flatMap(([key, payload]) => [
    ...payloadKeyViolations(keys, key),
    ...payloadTextViolations(key, payload),
  ])
}

function payloadKeyViolations(variants: ReadonlySet<string>, payloadKey: string): Violation[] {
  const key = clip(payloadKey)
  if (variants.size === 0) {
    if (payloadKey === 'true') return []
    const text = `Payload key '${key}' is invalid: boolean flags only support the 'true' key.`
    return [filterViolation('payload_key_not_true', `payloads.${key}`, text)]
  }
  if (variants.has(payloadKey)) return []
  return [
    filterViolation(
      'payload_key_not_a_variant',
      `payloads.${key}`,
      `Payload key '${key}' does not match any variant key.`,
    ),
  ]
}

function payloadTextViolations(key: string, payload: string): Violation[] {
  if (parseJson(payload) !== undefined) return []
  const text = `Payload for key '${clip(key)}' is not valid JSON.`
  return [structuralViolation('invalid_payload_json', 'payloads', text)]
}

function overrideViolations(filters: FlagFilters): Violation[] {
  const keys = new Set(variantKeys(filters))
  return conditionSetsOf(filters).flatMap((group, index) => {
    if (!group.variant || keys.has(group.variant)) return []
    const text = `Variant override '${clip(group.variant)}' does not match any variant key.`
    return [filterViolation('group_variant_not_a_variant', `groups[${index}].variant`, text)]
  })
}

import * as z from 'zod'
import type { FlagFilters, PropertyFilter } from '../../evaluation/definition/flag-filters.ts'
import type { Operator } from '../../evaluation/definition/operator.ts'
import { isJsonObject } from '../../foundation/json/json-value.ts'
import { integerField } from '../../foundation/validation/fields.ts'
import { parseInput } from '../../foundation/validation/parse-input.ts'
import { refuseIfAny } from '../../foundation/validation/refuse.ts'
import { type Violation, violation, violationAt } from '../../foundation/validation/violation.ts'
import { notADictionary } from '../../foundation/validation/violations-of.ts'
import type { Limits } from '../../runtime/context.ts'
import { crossFieldViolations } from '../filters/cross-field-rules.ts'
import { filterSizeViolations } from '../filters/filter-size.ts'
import { checkFilterStructure } from '../filters/filter-structure.ts'
import { nearMissViolations } from '../filters/near-miss-keys.ts'
import { normalizeFilters } from '../filters/normalize-filters.ts'

/** The input that requests a blast radius. */
export const blastRadiusSchema = z.object({
  /** Checked by separate rules, because their errors name a path. */
  condition: z
    .unknown()
    .optional()
    .describe('A condition set as flags have it: { properties: [filters] }; null or {}: everybody.'),
  groupTypeIndex: integerField().nullable().optional().describe('Count groups of this type; null: persons.'),
})

/** A condition in the form of a flag's conditions, and the subjects it applies to (IMPACT-1). */
export interface BlastRadiusInput {
  /** Filters that must all match; null and `{}` match all subjects. */
  readonly condition: {
    readonly properties?: readonly PropertyFilter[] | null | undefined
    /** Must be a percentage, but has no effect (IMPACT-3). */
    readonly rollout_percentage?: number | null | undefined
  } | null
  /** Counts the groups of this type; null or missing counts persons. */
  readonly groupTypeIndex?: number | null | undefined
}

/** The maximum number of conditions in one request. A form sends one for each of its condition sets. */
const MAX_CONDITIONS = 100

/**
 * The input that counts several conditions. Each is checked separately, so an invalid one does not affect the others.
 */
export const blastRadiiSchema = z.object({
  conditions: z
    .array(z.object({ condition: z.unknown().optional(), groupTypeIndex: z.unknown().optional() }))
    .max(MAX_CONDITIONS)
    .describe('Each as the body of user_blast_radius.'),
})

/** Returns the conditions of a request, which must then be checked separately. */
export function checkBlastRadii(conditions: unknown): readonly unknown[] {
  return parseInput(blastRadiiSchema, { conditions }).conditions
}

/** A condition that is valid without regard to stored data. */
export interface CheckedCondition {
  /** One condition set in stored form, without filters on flags. */
  readonly filters: FlagFilters
  readonly groupTypeIndex: number | null
}

export function checkBlastRadius(input: unknown, limits: Limits): CheckedCondition {
  const { condition, groupTypeIndex = null } = parseInput(blastRadiusSchema, input)
  if (condition === undefined) refuseIfAny([CONDITION_MISSING])
  const sent = condition ?? {}
  if (!isJsonObject(sent)) refuseNoObject(sent)
  const structure = checkFilterStructure({ groups: [sent] })
  const size = filterSizeViolations(sent, limits.maxFiltersBytes, 'Condition')
  const nearMisses = structure.filters ? nearMissViolations(structure.filters) : []
  refuseIfAny([...structure.violations, ...size, ...nearMisses].map(placed))
  const filters = withoutFlags(normalizeFilters(structure.filters ?? {}), groupTypeIndex)
  refuseIfAny([...groupTypeViolations(filters, groupTypeIndex), ...crossFieldViolations(filters).map(placed)])
  return { filters, groupTypeIndex }
}

const CONDITION_MISSING = violation(null, 'invalid_input', 'Missing condition for which to get blast radius')

function refuseNoObject(condition: unknown): never {
  const { code, detail } = notADictionary(condition)
  refuseIfAny([violation('condition', code, detail)])
  throw new Error('unreachable: one violation is enough to refuse')
}

/** Returns the only condition set with its aggregation. Filters on other flags count as matching (IMPACT-3). */
function withoutFlags(filters: FlagFilters, groupTypeIndex: number | null): FlagFilters {
  const groups = filters.groups.map(({ properties }) => ({
    properties: (properties ?? []).filter(({ type }) => type !== 'flag'),
    aggregation_group_type_index: groupTypeIndex,
  }))
  return { groups, aggregation_group_type_index: groupTypeIndex }
}

/** The violation by a condition for groups of an unknown type, or of a type that its filters do not apply to. */
export const WRONG_GROUP_TYPE = violation(null, 'invalid_input', 'Invalid group type index for feature flag condition.')

function groupTypeViolations({ groups }: FlagFilters, groupTypeIndex: number | null): Violation[] {
  if (groupTypeIndex === null) return []
  const properties = groups.flatMap((group) => group.properties ?? [])
  const isOfType = (filter: PropertyFilter) => filter.type === 'group' && filter.group_type_index === groupTypeIndex
  if (!properties.every(isOfType)) return [WRONG_GROUP_TYPE]
  return properties.flatMap(groupKeyViolations)
}

const GROUP_KEY_OPERATORS: ReadonlySet<Operator> = new Set([
  'exact',
  'is_not',
  'icontains',
  'not_icontains',
  'regex',
  'not_regex',
] as const)

function groupKeyViolations({ key, operator }: PropertyFilter, index: number): Violation[] {
  if (key !== '$group_key' || !operator || GROUP_KEY_OPERATORS.has(operator)) return []
  const supported = [...GROUP_KEY_OPERATORS].join(', ')
  const text = `$group_key does not support ${operator}, only ${supported}.`
  return [violationAt('condition', `properties[${index}].operator`, 'invalid_input', text)]
}

const CONDITION = 'groups[0].'

/**
 * Converts a violation of a rule for filters to one about the condition, which is the first condition set of those
 * filters.
 */
export function placed({ path, detail, ...each }: Violation): Violation {
  // The rule is about the whole condition, for example about the number of its parts.
  if (!path?.startsWith(CONDITION)) return { ...each, detail, attr: 'condition' }
  return { ...each, detail: detail.slice(CONDITION.length), attr: 'condition', path: path.slice(CONDITION.length) }
}

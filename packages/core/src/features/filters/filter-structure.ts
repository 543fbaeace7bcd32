import * as z from 'zod'
import { MAX_GROUP_TYPES } from '../../data/records/group-type-places.ts'
import type { FilterInput } from '../../evaluation/definition/flag-filters.ts'
import { canonicalOperator, OPERATORS } from '../../evaluation/definition/operator.ts'
import { jsonCopy } from '../../foundation/json/json-copy.ts'
import type { JsonValue } from '../../foundation/json/json-value.ts'
import { isJson, isJsonObject } from '../../foundation/json/json-value.ts'
import { integerField, NOT_JSON, textField } from '../../foundation/validation/fields.ts'
import { type Violation, violation } from '../../foundation/validation/violation.ts'
import { coded, missingOrNull, notADictionary, toldIssues } from '../../foundation/validation/violations-of.ts'
import { brokenFilterRule } from './broken-filter-rule.ts'
import { structuralViolation } from './filter-violation.ts'
import { tooManyParts } from './too-many-parts.ts'

const percentage = z.number().min(0).max(100)
/** The index of a group type, whether the project has it or not. */
const groupTypeIndex = integerField()
  .min(0)
  .max(MAX_GROUP_TYPES - 1)
  .nullable()
  .optional()
const displayOnly = z.unknown().transform((value) => value as JsonValue) // JSON is all that can arrive here

const operator = z
  .preprocess((name) => (typeof name === 'string' ? canonicalOperator(name) : name), z.enum(OPERATORS))
  .nullable()

/** One filter of a condition set. */
export const propertyFilter = z.looseObject({
  key: z.preprocess((key) => (typeof key === 'number' ? String(key) : key), textField().min(1)),
  value: displayOnly.optional(),
  type: z.enum(['person', 'cohort', 'group', 'flag']),
  operator: operator.optional(),
  group_type_index: groupTypeIndex,
  negation: z.boolean().nullable().optional(),
  label: z.string().nullable().optional(),
  cohort_name: z.string().nullable().optional(),
  group_key_names: displayOnly.optional(),
})

/** One of the `groups`. */
export const conditionSet = z.looseObject({
  properties: z.array(propertyFilter).nullable().optional(),
  rollout_percentage: percentage.nullable().optional(),
  variant: z.string().nullable().optional(),
  aggregation_group_type_index: groupTypeIndex,
  description: z.string().nullable().optional(),
  sort_key: displayOnly.optional(),
})

const VARIANT_KEY = /^[a-zA-Z0-9_./-]+$/

/** One of the `variants`. */
export const variant = z.looseObject({
  key: textField().min(1).max(400).regex(VARIANT_KEY, {
    error: 'Only letters, numbers, hyphens (-), underscores (_), dots (.) & slashes (/) are allowed.',
  }),
  name: z.string().nullable().optional(),
  description: z.string().nullable().optional(),
  rollout_percentage: percentage,
})

// Not a zod record: that would lose a key called `__proto__`.
const payloads = z.custom<{ readonly [key: string]: JsonValue }>((value) => isJsonObject(value), {
  error: ({ input }) => notADictionary(input).detail,
  params: coded('not_a_dict'),
})

/** What is known of `filters`. Other keys, at any level, are the client's own: they may hold any JSON (FLAG-41). */
export const filterStructure = z.looseObject({
  groups: z.array(conditionSet).optional(),
  multivariate: z
    .looseObject({ variants: z.array(variant).min(1) })
    .nullable()
    .optional(),
  payloads: payloads.nullable().optional(),
  aggregation_group_type_index: groupTypeIndex,
  holdout: z.looseObject({ id: integerField(), exclusion_percentage: percentage }).nullable().optional(),
  feature_enrollment: z.boolean().nullable().optional(),
  early_exit: z.boolean().nullable().optional(),
})

export interface CheckedStructure {
  readonly filters?: FilterInput
  readonly violations: readonly Violation[]
}

/** Checks that `input` has the shape of filters, field by field, without looking at what the fields mean together. */
export function checkFilterStructure(input: unknown): CheckedStructure {
  if (!isJsonObject(input)) {
    const { code, detail } = missingOrNull(input) ?? notADictionary(input)
    return { violations: [violation('filters', code, detail)] }
  }
  if (Object.hasOwn(input, 'version')) {
    return {
      violations: [
        violation('filters', 'reserved_config_version', 'filters.version is reserved. Remove it from the request.'),
      ],
    }
  }
  // Each part that is wrong takes its time to be told, so there must not be any number of them.
  const tooMany = tooManyParts(input)
  if (tooMany) return { violations: [tooMany] }
  if (!isJson(input)) return { violations: [violation('filters', 'invalid_input', NOT_JSON)] }
  const parsed = filterStructure.safeParse(input, { reportInput: true })
  if (!parsed.success) return { violations: toldIssues(parsed.error).map(issueViolation) }
  // Not what zod made of it: that has the keys in another order, and none called `__proto__`.
  return { filters: jsonCopy(input) as FilterInput, violations: [] } // it was just found to have the shape
}

function issueViolation(issue: z.core.$ZodIssue): Violation {
  const { code, detail } = brokenFilterRule(issue)
  return structuralViolation(code, formatPath(issue.path), detail)
}

/** `groups[0].properties[1].value` */
function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((part, place) => (typeof part === 'number' ? `[${part}]` : `${place === 0 ? '' : '.'}${String(part)}`))
    .join('')
}

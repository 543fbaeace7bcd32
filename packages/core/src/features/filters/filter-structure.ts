import * as z from 'zod'
import { MAX_GROUP_TYPES } from '../../data/records/group-type-places.ts'
import type { FilterInput } from '../../evaluation/definition/flag-filters.ts'
import { canonicalOperator, OPERATORS } from '../../evaluation/definition/operator.ts'
import { jsonCopy } from '../../foundation/json/json-copy.ts'
import type { JsonValue } from '../../foundation/json/json-value.ts'
import { isJson, isJsonObject } from '../../foundation/json/json-value.ts'
import { integerField, NOT_JSON, textField } from '../../foundation/validation/fields.ts'
import { type Violation, violation } from '../../foundation/validation/violation.ts'
import {
  brokenRule,
  coded,
  missingOrNull,
  notADictionary,
  toldIssues,
} from '../../foundation/validation/violations-of.ts'
import { structuralViolation } from './filter-violation.ts'
import { tooManyParts } from './too-many-parts.ts'

const percentage = z.number().min(0).max(100)
/** The index of a group type, which the project does not need to have. */
const groupTypeIndex = integerField()
  .min(0)
  .max(MAX_GROUP_TYPES - 1)
  .nullable()
  .optional()
const displayOnly = z.unknown().transform((value) => value as JsonValue) // only JSON can be sent

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

/** One item of `groups`. */
export const conditionSet = z.looseObject({
  properties: z.array(propertyFilter).nullable().optional(),
  rollout_percentage: percentage.nullable().optional(),
  variant: z.string().nullable().optional(),
  aggregation_group_type_index: groupTypeIndex,
  description: z.string().nullable().optional(),
  sort_key: displayOnly.optional(),
})

const VARIANT_KEY = /^[a-zA-Z0-9_./-]+$/

/** One item of `variants`. */
export const variant = z.looseObject({
  key: textField().min(1).max(400).regex(VARIANT_KEY, {
    error: 'Only letters, numbers, hyphens (-), underscores (_), dots (.) & slashes (/) are allowed.',
  }),
  name: z.string().nullable().optional(),
  description: z.string().nullable().optional(),
  rollout_percentage: percentage,
})

// Not a zod record, because it would drop a key called `__proto__`.
const payloads = z.custom<{ readonly [key: string]: JsonValue }>((value) => isJsonObject(value), {
  error: ({ input }) => notADictionary(input).detail,
  params: coded('not_a_dict'),
})

/** The known keys of `filters`. All other keys, at any level, belong to the client and can hold any JSON (FLAG-41). */
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

/** Checks that `input` has the structure of filters. Rules between fields are not checked. */
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
  // Reporting each invalid part takes time, so their number is limited.
  const tooMany = tooManyParts(input)
  if (tooMany) return { violations: [tooMany] }
  if (!isJson(input)) return { violations: [violation('filters', 'invalid_input', NOT_JSON)] }
  const parsed = filterStructure.safeParse(input, { reportInput: true })
  if (!parsed.success) return { violations: toldIssues(parsed.error).map(issueViolation) }
  // Not the output of zod, which has another order of keys, and drops `__proto__`.
  return { filters: jsonCopy(input) as FilterInput, violations: [] } // checked above
}

function issueViolation(issue: z.core.$ZodIssue): Violation {
  const { code, detail } = brokenRule(issue)
  return structuralViolation(code, formatPath(issue.path), detail)
}

/** Returns a path such as `groups[0].properties[1].value`. */
function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((part, place) => (typeof part === 'number' ? `[${part}]` : `${place === 0 ? '' : '.'}${String(part)}`))
    .join('')
}

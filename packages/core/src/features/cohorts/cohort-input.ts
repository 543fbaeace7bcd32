import { z } from 'zod'
import { type JsonObject, type JsonValue, withoutUndefined } from '../../foundation/json/json-value.ts'
import { MAX_NAME_LENGTH } from '../../foundation/validation/bounded-fields.ts'
import { booleanField, textField } from '../../foundation/validation/fields.ts'
import { refuseIfAny } from '../../foundation/validation/refuse.ts'
import { notBlank, violationsOf } from '../../foundation/validation/violations-of.ts'
import type { Limits } from '../../runtime/context.ts'
import { filterSizeViolations } from '../filters/filter-size.ts'
import { checkCriteria } from './criteria-structure.ts'

const fields = {
  name: textField()
    .max(MAX_NAME_LENGTH)
    .transform((text) => text.trim())
    .refine((text) => text !== '', notBlank),
  description: textField()
    .nullable()
    .transform((text) => text ?? ''),
  /** Checked by its own rules: its errors name a path inside it. */
  filters: z.unknown(),
  deleted: booleanField(),
}

/** What a client may send to create a cohort. */
export const createCohortSchema = z
  .object({ ...fields, isStatic: booleanField().nullable() })
  .partial()
  .required({ name: true })
/** What a client may send to change a cohort; what is missing stays as it is. */
export const updateCohortSchema = z.object(fields).partial()

/** The fields of a cohort that a client may set. Missing means "leave as it is". */
export interface UpdateCohortInput {
  readonly name?: string | undefined
  readonly description?: string | null | undefined
  /** `{ properties: { type: 'AND' | 'OR', values: [groups or filters] } }`; replaced whole. */
  readonly filters?: JsonValue | undefined
  readonly deleted?: boolean | undefined
}

export interface CreateCohortInput extends UpdateCohortInput {
  readonly name: string
  /** A list of members instead of a rule; cannot be changed later. */
  readonly isStatic?: boolean | null | undefined
}

/** Input whose every field was checked; what is missing was not sent. */
export interface CheckedCohortInput {
  readonly name?: string
  readonly description?: string
  readonly isStatic?: boolean | null
  readonly deleted?: boolean
  /** In stored form. */
  readonly properties?: JsonObject
}

export function checkCreateCohort(input: unknown, limits: Limits): CheckedCohortInput & { readonly name: string } {
  return check(createCohortSchema, input, limits) as CheckedCohortInput & { readonly name: string } // required by the schema
}

export function checkUpdateCohort(input: unknown, limits: Limits): CheckedCohortInput {
  return check(updateCohortSchema, input, limits)
}

function check(
  schema: typeof createCohortSchema | typeof updateCohortSchema,
  input: unknown,
  limits: Limits,
): CheckedCohortInput {
  const parsed = schema.safeParse(input, { reportInput: true })
  const sent = (input as { readonly filters?: unknown } | null)?.filters
  const criteria = sent === undefined ? undefined : checkCriteria(sent)
  refuseIfAny([
    ...(parsed.success ? [] : violationsOf(parsed.error)),
    ...(criteria?.violations ?? []),
    ...filterSizeViolations(sent, limits.maxFiltersBytes, 'Cohort'),
  ])
  const { filters: _, ...checked } = { filters: undefined, ...parsed.data }
  return withoutUndefined({ ...checked, properties: criteria?.properties }) as CheckedCohortInput // both halves were just checked
}

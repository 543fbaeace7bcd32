import * as z from 'zod'
import type { CohortInputName } from '../../data/records/cohort-fields.ts'
import type { CohortFilterInput } from '../../evaluation/definition/cohort-criteria.ts'
import type { JsonObject } from '../../foundation/json/json-value.ts'
import { withoutUndefined } from '../../foundation/json/json-value.ts'
import { MAX_NAME_LENGTH, wholeNumberField } from '../../foundation/validation/bounded-fields.ts'
import { booleanField, textField } from '../../foundation/validation/fields.ts'
import { fieldNames, withReadOnly } from '../../foundation/validation/read-only-fields.ts'
import { refuseIfAny } from '../../foundation/validation/refuse.ts'
import type { Sent } from '../../foundation/validation/sent.ts'
import { unknownFields } from '../../foundation/validation/unknown-fields.ts'
import { notBlank, violationsOf } from '../../foundation/validation/violations-of.ts'
import type { Limits } from '../../runtime/context.ts'
import { filterSizeViolations } from '../filters/filter-size.ts'
import type { CohortDetails } from './cohort-details.ts'
import { checkCriteria } from './criteria-structure.ts'

const fields = {
  name: textField()
    .max(MAX_NAME_LENGTH)
    .transform((text) => text.trim())
    .refine((text) => text !== '', notBlank),
  description: textField()
    .nullable()
    .transform((text) => text ?? ''),
  /**
   * `{ properties: { type: 'AND' | 'OR', values: [groups or filters] } }`; replaced as a whole. Validated by separate
   * rules.
   */
  filters: z.unknown() as unknown as z.ZodType<CohortFilterInput, CohortFilterInput>,
  deleted: booleanField(),
}

const newFields = {
  ...fields,
  /** A list of members instead of criteria; cannot be changed later. */
  isStatic: booleanField().nullable(),
} satisfies Record<CohortInputName, z.ZodType>

const changedFields = {
  ...fields,
  /** The version that the client read, so that the change does not overwrite changes of other users (EDIT-20). */
  version: wholeNumberField().nullable(),
}

const READ_ONLY = fieldNames<Omit<CohortDetails, 'properties' | keyof typeof newFields>>({
  id: true,
  projectId: true,
  memberCount: true,
  createdBy: true,
  createdAt: true,
  version: true,
  projectVersion: true,
  canEdit: true,
})

/** What a client may send to create a cohort. */
export const createCohortSchema = withReadOnly(z.object(newFields).partial().required({ name: true }), READ_ONLY)
/** What a client may send to change a cohort; missing fields stay unchanged. */
export const updateCohortSchema = withReadOnly(z.object(changedFields).partial(), [...READ_ONLY, 'isStatic'])

/** The fields of a cohort that a client may set. Missing fields stay unchanged. */
export type UpdateCohortInput = Sent<typeof updateCohortSchema>
/** The fields of a new cohort. */
export type CreateCohortInput = Sent<typeof createCohortSchema>

type CheckedFields = z.output<typeof createCohortSchema> & z.output<typeof updateCohortSchema>

/** Validated input; missing fields were not sent. */
export type CheckedCohortInput = {
  readonly [F in Exclude<keyof CheckedFields, 'filters'>]?: Exclude<CheckedFields[F], undefined>
} & {
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
  // Like flags: criteria that are too large are not validated part by part.
  const tooLarge = filterSizeViolations(sent, limits.maxFiltersBytes, 'Cohort')
  const criteria = sent === undefined || tooLarge.length > 0 ? undefined : checkCriteria(sent)
  refuseIfAny([
    ...(parsed.success ? [] : violationsOf(parsed.error)),
    ...unknownFields(schema, input),
    ...(criteria?.violations ?? []),
    ...tooLarge,
  ])
  const { filters: _, ...checked } = { filters: undefined, ...parsed.data }
  return withoutUndefined({ ...checked, properties: criteria?.properties }) as CheckedCohortInput // both halves were just checked
}

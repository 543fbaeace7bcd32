import type { Cohort, JsonValue } from '@flagdeck/core'
import type { CohortDependents, CohortDetails } from '@flagdeck/core/operations'
import { type CohortWireName, createCohortSchema, formatTimestamp, updateCohortSchema } from '@flagdeck/core/operations'
import * as z from 'zod'
import { dependentFlagBody, dependentFlagSchema } from './flag-life-cycle.ts'
import { fieldsOf, requestBody } from './request-body.ts'
import { dateTime, userBodyOrNull, userSchema } from './user.ts'

// The values were validated when they were written, so the schema only documents them.
const criteria = (z.unknown() as z.ZodType<JsonValue>).describe(
  'Groups `{ type: "AND" | "OR", values }` of groups and filters; without values in a static cohort.',
)

/** The fields of a cohort. Some have a constant value because clients of this API expect them. */
const answered = {
  id: z.int(),
  name: z.string(),
  description: z.string(),
  groups: z.array(z.unknown()).describe('An older form of filters; always empty.'),
  deleted: z.boolean(),
  filters: z.object({ properties: criteria }),
  query: z.null(),
  is_static: z.boolean(),
  is_calculating: z.boolean(),
  count: z.int().nullable().describe('Members of a static cohort.'),
  created_by: userSchema.nullable(),
  created_at: dateTime(),
  version: z.int(),
  last_calculation: z.null(),
  errors_calculating: z.int(),
  cohort_type: z.null(),
  experiment_set: z.array(z.int()),
  can_edit: z.boolean().describe('Whether the caller may change it, and with it every flag that looks at it.'),
} satisfies Record<CohortWireName, z.ZodType> & Record<string, z.ZodType>

export const cohortSchema = z.object(answered).meta({ id: 'Cohort' })

const csvColumnSchema = z
  .object({
    heading: z.string().nullable().describe('As the first row has it; null: the only column, without a known heading.'),
    position: z.int().describe('Counted from 1.'),
  })
  .nullable()

const sentBack = fieldsOf(cohortSchema)

export const createCohortBody = requestBody(createCohortSchema, { sentBack })
export const updateCohortBody = requestBody(updateCohortSchema, { sentBack })

/** A cohort after members were added. */
export const cohortWithMembersSchema = cohortSchema.extend({
  added_count: z.int().describe('The added users that were not members before.'),
  csv_column: csvColumnSchema.optional().describe('The column of the CSV that was read; null if every row is blank.'),
})

export const cohortPersonBody = z.object({
  person_id: z.string().describe('The UUID of a person, or the distinct id.'),
})

const NONE: [] = []
const NO_CRITERIA = { type: 'OR', values: [] }

/** A user who has just written a cohort may write it again. */
export function cohortWithMembersBody(cohort: Cohort & { readonly addedCount: number }) {
  return { ...cohortBody(cohort), added_count: cohort.addedCount }
}

export function cohortBody(cohort: Cohort & Partial<CohortDetails>) {
  return {
    id: cohort.id,
    name: cohort.name,
    description: cohort.description,
    groups: NONE,
    deleted: cohort.deleted,
    filters: cohortCriteria(cohort),
    query: null,
    is_static: cohort.isStatic,
    is_calculating: false,
    count: cohort.memberCount,
    created_by: userBodyOrNull(cohort.createdBy),
    created_at: formatTimestamp(cohort.createdAt),
    version: cohort.version,
    last_calculation: null,
    errors_calculating: 0,
    cohort_type: null,
    experiment_set: NONE,
    can_edit: cohort.canEdit ?? true,
  }
}

/** The rule of a cohort, in the form of a request. */
export function cohortCriteria({ isStatic, properties }: Pick<Cohort, 'isStatic' | 'properties'>) {
  return { properties: isStatic ? NO_CRITERIA : properties }
}

/** A member of a static cohort. Only its id is always known. */
export const cohortMemberSchema = z
  .object({ distinct_id: z.string(), distinct_ids: z.array(z.string()) })
  .meta({ id: 'CohortMember' })

export function cohortMemberBody(distinctId: string) {
  return { distinct_id: distinctId, distinct_ids: [distinctId] }
}

/** The records that reference a cohort directly. */
export const cohortDependentsSchema = z.object({
  feature_flags: z.array(dependentFlagSchema),
  cohorts: z.array(z.object({ id: z.int(), name: z.string() })),
})

export function cohortDependentsBody({ flags, cohorts }: CohortDependents) {
  return { feature_flags: flags.map(dependentFlagBody), cohorts }
}

import * as z from 'zod'
import type { Insight } from '../../../data/records/insight.ts'
import type { InsightInputName } from '../../../data/records/insight-fields.ts'
import { isJsonObject, withoutUndefined } from '../../../foundation/json/json-value.ts'
import {
  idField,
  MAX_DESCRIPTION_LENGTH,
  MAX_LIST_LENGTH,
  MAX_NAME_LENGTH,
  tagsField,
} from '../../../foundation/validation/bounded-fields.ts'
import { booleanField, textField } from '../../../foundation/validation/fields.ts'
import { parseInput } from '../../../foundation/validation/parse-input.ts'
import { fieldNames, withReadOnly } from '../../../foundation/validation/read-only-fields.ts'
import type { Sent } from '../../../foundation/validation/sent.ts'
import { rule } from '../../../foundation/validation/violations-of.ts'
import { isNothing } from '../sent-document.ts'
import type { InsightDetails } from './insight-details.ts'
import { queryField } from './query-field.ts'

const fields = {
  name: textField().max(MAX_NAME_LENGTH).nullable(),
  derivedName: textField().max(MAX_NAME_LENGTH).nullable(),
  description: textField().max(MAX_DESCRIPTION_LENGTH).nullable(),
  /** Any query can be stored; INSIGHT-1 lists the supported ones. */
  query: queryField().nullable(),
  tags: tagsField(),
  favorited: booleanField(),
  saved: booleanField(),
  deleted: booleanField(),
  /** The ids of all dashboards that show the insight after the change. */
  dashboardIds: z
    .array(idField())
    .max(MAX_LIST_LENGTH)
    .transform((ids) => [...new Set(ids)]),
} satisfies Record<InsightInputName, z.ZodType> & Record<string, z.ZodType>

/**
 * The filters of insights before queries existed. Clients send them back as they read them, which is empty. Other
 * values are refused, because they would be lost (DASH-97).
 */
const legacyFilters = z.unknown() as unknown as z.ZodType<unknown, Readonly<Record<string, never>> | null>

export const SEND_A_QUERY =
  'Insights use `query`; `filters` are no longer supported. Send a query, such as a TrendsQuery, instead.'

/** What a client may send to create or change an insight; missing fields stay unchanged (DASH-90, DASH-91). */
export const createInsightSchema = withReadOnly(
  z
    .object({ ...fields, filters: legacyFilters })
    .partial()
    .refine(({ query, filters }) => asksNothing(filters) || !asksNothing(query), {
      ...rule('invalid_input', SEND_A_QUERY),
      path: ['filters'],
      when: ({ value }) => isJsonObject(value), // also if a field is invalid: reports all violations (DASH-13)
    }),
  fieldNames<Omit<InsightDetails, keyof typeof fields>>({
    id: true,
    projectId: true,
    shortId: true,
    isSample: true,
    deletionId: true,
    createdBy: true,
    createdAt: true,
    updatedAt: true,
    lastModifiedAt: true,
    lastModifiedBy: true,
    dashboardTiles: true,
    canEdit: true,
    effectiveRestrictionLevel: true,
    effectivePrivilegeLevel: true,
    userAccessLevel: true,
  }),
)

/** Whether a query, or filters from before queries existed, are empty. */
export function asksNothing(document: unknown): boolean {
  return isNothing(document) || (isJsonObject(document) && Object.keys(document).length === 0)
}

/** The fields of an insight that a client may set. Missing fields stay unchanged. */
export type InsightInput = Sent<typeof createInsightSchema>

export interface CheckedInsightInput {
  readonly fields: Partial<Pick<Insight, InsightInputName>>
  /** Undefined if they stay unchanged. */
  readonly dashboardIds: readonly number[] | undefined
}

export function checkInsight(input: unknown): CheckedInsightInput {
  const { dashboardIds, filters: _, ...sent } = parseInput(createInsightSchema, input)
  return { fields: withoutUndefined(sent), dashboardIds }
}

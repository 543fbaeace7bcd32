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
  /** INSIGHT-1 says which can be answered; any can be kept. */
  query: queryField().nullable(),
  tags: tagsField(),
  favorited: booleanField(),
  saved: booleanField(),
  deleted: booleanField(),
  /** Ids of the dashboards that are to show it: all of them, and no other. */
  dashboardIds: z
    .array(idField())
    .max(MAX_LIST_LENGTH)
    .transform((ids) => [...new Set(ids)]),
} satisfies Record<InsightInputName, z.ZodType> & Record<string, z.ZodType>

/**
 * How insights asked before they had queries. Clients send back what they were answered, which is empty; what says more
 * would be lost (DASH-97).
 */
const legacyFilters = z.unknown() as unknown as z.ZodType<unknown, Readonly<Record<string, never>> | null>

export const SEND_A_QUERY =
  'Insights use `query`; `filters` are no longer supported. Send a query, such as a TrendsQuery, instead.'

/** What a client may send to create an insight, or to change one: what is missing stays as it is (DASH-90, DASH-91). */
export const createInsightSchema = withReadOnly(
  z
    .object({ ...fields, filters: legacyFilters })
    .partial()
    .refine(({ query, filters }) => asksNothing(filters) || !asksNothing(query), {
      ...rule('invalid_input', SEND_A_QUERY),
      path: ['filters'],
      when: ({ value }) => isJsonObject(value), // also when a field is wrong: all is told at once (DASH-13)
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

/** Whether a query, or the filters before there were queries, ask nothing. */
export function asksNothing(document: unknown): boolean {
  return isNothing(document) || (isJsonObject(document) && Object.keys(document).length === 0)
}

/** The fields of an insight that a client may set. Missing means "leave as it is". */
export type InsightInput = Sent<typeof createInsightSchema>

export interface CheckedInsightInput {
  readonly fields: Partial<Pick<Insight, InsightInputName>>
  /** undefined: those that show it now. */
  readonly dashboardIds: readonly number[] | undefined
}

export function checkInsight(input: unknown): CheckedInsightInput {
  const { dashboardIds, filters: _, ...sent } = parseInput(createInsightSchema, input)
  return { fields: withoutUndefined(sent), dashboardIds }
}

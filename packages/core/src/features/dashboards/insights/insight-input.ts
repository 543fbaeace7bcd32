import * as z from 'zod'
import type { Insight } from '../../../data/records/insight.ts'
import type { InsightInputName } from '../../../data/records/insight-fields.ts'
import { withoutUndefined } from '../../../foundation/json/json-value.ts'
import {
  idField,
  MAX_DESCRIPTION_LENGTH,
  MAX_LIST_LENGTH,
  MAX_NAME_LENGTH,
  tagsField,
} from '../../../foundation/validation/bounded-fields.ts'
import { booleanField, textField } from '../../../foundation/validation/fields.ts'
import { parseInput } from '../../../foundation/validation/parse-input.ts'
import type { Sent } from '../../../foundation/validation/sent.ts'
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
  dashboards: z
    .array(idField())
    .max(MAX_LIST_LENGTH)
    .transform((ids) => [...new Set(ids)]),
} satisfies Record<InsightInputName, z.ZodType> & Record<string, z.ZodType>

/** What a client may send to create an insight, or to change one: what is missing stays as it is (DASH-90, DASH-91). */
export const createInsightSchema = z.object(fields).partial()

/** The fields of an insight that a client may set. Missing means "leave as it is". */
export type InsightInput = Sent<typeof createInsightSchema>

export interface CheckedInsightInput {
  readonly fields: Partial<Pick<Insight, InsightInputName>>
  /** undefined: those that show it now. */
  readonly dashboards: readonly number[] | undefined
}

export function checkInsight(input: unknown): CheckedInsightInput {
  const { dashboards, ...sent } = parseInput(createInsightSchema, input)
  return { fields: withoutUndefined(sent), dashboards }
}

import type * as z from 'zod'
import type { JsonObject } from '../../../foundation/json/json-value.ts'
import { documentField } from '../../../foundation/validation/bounded-fields.ts'
import { rule } from '../../../foundation/validation/violations-of.ts'
import { fitsSeries, TOO_MANY_SERIES } from '../../usage/query/series-limit.ts'

/**
 * Returns the field for the query of an insight: any document, except queries that are too large to run (INSIGHT-9).
 */
export function queryField(): z.ZodType<JsonObject, JsonObject> {
  return documentField().refine(fitsSeries, rule('max_length', TOO_MANY_SERIES))
}

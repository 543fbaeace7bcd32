import * as z from 'zod'
import { DomainError } from '../../../foundation/errors/domain-error.ts'
import { textField } from '../../../foundation/validation/fields.ts'
import { parseInput } from '../../../foundation/validation/parse-input.ts'
import type { Sent } from '../../../foundation/validation/sent.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import type { InsightAnswer } from '../../usage/query/insight-result.ts'
import { answerQuery, type InsightRun } from './answer-query.ts'
import { queryField } from './query-field.ts'

export const askQuerySchema = z.object({
  query: queryField(),
  /** For servers: whether to include what was counted in the last seconds. */
  refresh: textField().nullish(),
})

export type AskQueryInput = Sent<typeof askQuerySchema>

/**
 * Runs a query without an insight. A query that is not supported is refused (INSIGHT-28), because without an insight
 * there are no other fields to return.
 *
 * @throws DomainError `unsupported_query`, with the possible alternatives
 */
export async function askQuery(ctx: ProjectContext, input: AskQueryInput): Promise<InsightRun<InsightAnswer>> {
  authorize(ctx.actor, 'query:read')
  const { query } = parseInput(askQuerySchema, input)
  const { answer, ...asked } = await answerQuery(ctx, query)
  if ('error' in answer) throw new DomainError('unsupported_query', answer.error.message, 'query')
  return { answer, ...asked }
}

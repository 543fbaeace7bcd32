import type { InsightAnswer, InsightRun } from '@flagdeck/core/operations'
import * as z from 'zod'
import { askedBody, foundBody, insightAnswer } from './insight-answer.ts'

const { result: _, error: __, ...asked } = insightAnswer

/** A result without its insight: it has the same fields, except for the name of the result itself. */
export const queryAnswerSchema = z
  .object({ results: z.array(z.unknown()).describe('Items of a series, or rows.'), ...asked })
  .meta({ id: 'QueryAnswer' })

export function queryAnswerBody({ answer, ...asked }: InsightRun<InsightAnswer>) {
  const { result, ...found } = foundBody(answer)
  return { results: result, ...found, ...askedBody(asked) }
}

import type { InsightAnswer, InsightRun } from '@flagdeck/core/operations'
import * as z from 'zod'
import { askedBody, foundBody, insightAnswer } from './insight-answer.ts'

const { result: _, error: __, ...asked } = insightAnswer

/** An answer by itself: as on an insight, but for the name of what was found. */
export const queryAnswerSchema = z
  .object({ results: z.array(z.unknown()).describe('Items of a series, or rows.'), ...asked })
  .meta({ id: 'QueryAnswer' })

export function queryAnswerBody({ answer, ...asked }: InsightRun<InsightAnswer>) {
  const { result, ...found } = foundBody(answer)
  return { results: result, ...found, ...askedBody(asked) }
}

import { createInsightSchema, type InsightInput } from '@flagdeck/core'
import type { z } from 'zod'
import type { SnakeCased } from './naming.ts'
import { requestBody } from './request-body.ts'

/** The body of an insight's creation and of its update, with core's own type: its schema keeps any query. */
export const insightBodySchema = requestBody(createInsightSchema) as unknown as z.ZodType<
  InsightInput,
  SnakeCased<InsightInput>
>

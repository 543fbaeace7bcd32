import { createInsightSchema } from '@flagdeck/core/operations'
import { requestBody } from './request-body.ts'

/** The body of an insight's creation and of its update. */
export const insightBodySchema = requestBody(createInsightSchema)

import { createInsightSchema } from '@flagdeck/core/operations'
import { answeredInsightSchema } from './insight.ts'
import { fieldsOf, requestBody } from './request-body.ts'

const DOCUMENTED = {
  filters: {
    type: ['object', 'null'],
    deprecated: true,
    description: 'How insights asked before they had queries: passed over beside `query`, else refused unless empty.',
  },
}

export const INSIGHT_WIRE_NAMES = { dashboardIds: 'dashboards' } as const

/** The body of an insight's creation and of its update. */
export const insightBodySchema = requestBody(createInsightSchema, {
  wireNames: INSIGHT_WIRE_NAMES,
  documented: DOCUMENTED,
  sentBack: fieldsOf(answeredInsightSchema),
})

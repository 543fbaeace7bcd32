import type { ProjectContext } from '@flagdeck/core'
import type { InsightDetails } from '@flagdeck/core/operations'
import {
  createInsight,
  listInsightActivity,
  listInsights,
  listTrendingInsights,
  retrieveInsight,
  runInsight,
  updateInsight,
} from '@flagdeck/core/operations'
import { reply } from '../../rest/reply.ts'
import * as endpoints from '../endpoints/insights.ts'
import { insightBody, trendingInsightBody } from '../wire/insight.ts'
import { insightAnswerBody } from '../wire/insight-answer.ts'
import { insightListFilters } from '../wire/insight-query.ts'
import { answerActivity } from './answer-activity.ts'
import { runOrTry } from './dry-run.ts'
import { refreshUsage } from './refresh-usage.ts'
import { refuseDelete } from './refuse-delete.ts'
import { answerPage, inProject } from './scoped-handler.ts'

export const insightRoutes = [
  inProject(endpoints.listInsights, (project, input) => {
    const filters = insightListFilters(input.query)
    return answerPage(input, (page) => listInsights(project, filters, page), insightBody)
  }),
  inProject(endpoints.listTrendingInsights, (project, input) => {
    const { days, limit, offset } = input.query
    // `answerPage` parses query texts, but these are already numbers with this list's defaults.
    const paged = { ...input, query: { limit: String(limit), offset: String(offset) } }
    return answerPage(paged, (page) => listTrendingInsights(project, days, page), trendingInsightBody)
  }),
  inProject(endpoints.createInsight, async (project, { body, query }) => {
    const insight = await runOrTry(project, query, (ctx) => createInsight(ctx, body))
    return reply(await answered(project, insight), { status: query.dry_run ? 200 : 201 })
  }),
  inProject(endpoints.retrieveInsight, async (project, { params, query }) => {
    await refreshUsage(project, query.refresh)
    return answered(project, await retrieveInsight(project, params.id))
  }),
  inProject(endpoints.updateInsight, async (project, { params, body, query }) =>
    answered(project, await runOrTry(project, query, (ctx) => updateInsight(ctx, params.id, body))),
  ),
  inProject(endpoints.destroyInsight, () => refuseDelete('an insight')),
  inProject(endpoints.listInsightsActivity, (project, input) =>
    answerActivity(input, (page) => listInsightActivity(project, page)),
  ),
  inProject(endpoints.listInsightActivity, (project, input) =>
    answerActivity(input, (page) => listInsightActivity(project, page, input.params.id)),
  ),
]

/** The insight with the current result of its query. */
async function answered(project: ProjectContext, insight: InsightDetails) {
  const { answer, ...asked } = await runInsight(project, insight)
  return { ...insightBody(insight), ...insightAnswerBody(answer, asked) }
}

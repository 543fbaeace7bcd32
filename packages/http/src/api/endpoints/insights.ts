import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { insightId, projectId } from '../../rest/path-id.ts'
import { activityPageSchema, activityQuery } from '../wire/activity.ts'
import { refreshParameter } from '../wire/dashboard-query.ts'
import { mayBeTried } from '../wire/dry-run.ts'
import { answeredInsightSchema, insightSchema, trendingInsightSchema } from '../wire/insight.ts'
import { insightListQuery, trendingInsightsQuery } from '../wire/insight-query.ts'
import { INSIGHT_WIRE_NAMES, insightBodySchema } from '../wire/insight-request.ts'
import { pageSchema } from '../wire/page.ts'

const insights = '/api/projects/{project_id}/insights/' as const
const insight = `${insights}{id}/` as const

const inProject = z.object({ project_id: projectId() })
const oneInsight = inProject.extend({ id: insightId() })

const reads = { tag: 'insights', auth: 'personal_api_key', scope: 'insight:read' } as const
const writes = { ...reads, scope: 'insight:write' } as const
const posts = { ...writes, method: 'POST', idempotencyKey: true } as const

export const listInsights = endpoint({
  ...reads,
  method: 'GET',
  path: insights,
  operationId: 'insights_list',
  list: true,
  summary: 'List all insights, without their results',
  params: inProject,
  query: insightListQuery,
  output: pageSchema(insightSchema),
})

export const listTrendingInsights = endpoint({
  ...reads,
  method: 'GET',
  path: `${insights}trending/`,
  operationId: 'insights_trending_retrieve',
  list: true,
  summary: 'List the insights that were created or modified in the last days, the last modified first',
  params: inProject,
  query: trendingInsightsQuery,
  output: pageSchema(trendingInsightSchema),
})

export const createInsight = endpoint({
  ...posts,
  path: insights,
  operationId: 'insights_create',
  summary: 'Create an insight',
  params: inProject,
  ...mayBeTried,
  wireNames: INSIGHT_WIRE_NAMES,
  body: insightBodySchema,
  status: 201,
  output: answeredInsightSchema,
})

export const retrieveInsight = endpoint({
  ...reads,
  method: 'GET',
  path: insight,
  operationId: 'insights_retrieve',
  summary: 'Retrieve an insight with its result',
  params: oneInsight,
  query: z.object({ refresh: refreshParameter() }),
  output: answeredInsightSchema,
})

export const updateInsight = endpoint({
  ...writes,
  method: 'PATCH',
  path: insight,
  operationId: 'insights_partial_update',
  summary: 'Update an insight',
  params: oneInsight,
  ...mayBeTried,
  wireNames: INSIGHT_WIRE_NAMES,
  body: insightBodySchema,
  output: answeredInsightSchema,
})

/** Accepts any id, even an unknown one: hard deletes are not supported, so nothing is looked up. */
export const destroyInsight = endpoint({
  ...writes,
  method: 'DELETE',
  path: insight,
  operationId: 'insights_destroy',
  summary: 'Hard delete is not allowed: update the insight with deleted: true',
  params: inProject.extend({ id: z.string() }),
  status: 405,
})

const activityScope = ['insight:read', 'activity_log:read'] as const

export const listInsightsActivity = endpoint({
  ...reads,
  scope: activityScope,
  method: 'GET',
  path: `${insights}activity/`,
  operationId: 'insights_all_activity_retrieve',
  list: true,
  summary: 'Retrieve activity of all insights',
  params: inProject,
  query: activityQuery,
  output: activityPageSchema,
})

export const listInsightActivity = endpoint({
  ...reads,
  scope: activityScope,
  method: 'GET',
  path: `${insight}activity/`,
  operationId: 'insights_activity_retrieve',
  list: true,
  summary: 'Retrieve activity of one insight',
  params: oneInsight,
  query: activityQuery,
  output: activityPageSchema,
})

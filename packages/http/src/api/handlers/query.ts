import { askQuery } from '@flagdeck/core/operations'
import * as endpoints from '../endpoints/query.ts'
import { queryAnswerBody } from '../wire/query-answer.ts'
import { refreshUsage } from './refresh-usage.ts'
import { inProject } from './scoped-handler.ts'

export const queryRoutes = [
  inProject(endpoints.createQuery, async (project, { body }) => {
    await refreshUsage(project, body.refresh ?? undefined)
    return queryAnswerBody(await askQuery(project, body))
  }),
]

import type { PageRequest } from '@flagdeck/core'
import { listActivity } from '@flagdeck/core/operations'
import { selfLink } from '../../rest/link.ts'
import { replyJson } from '../../rest/reply.ts'
import { listProjectActivity } from '../endpoints/activity-log.ts'
import { activityLogText } from '../wire/activity.ts'
import { readActivity } from './answer-activity.ts'
import { inProject } from './scoped-handler.ts'

export const activityLogRoutes = [
  inProject(listProjectActivity, async (project, { query, request, context }) => {
    const filter = { scope: query.scope, itemId: query.item_id }
    const read = (page: PageRequest) => listActivity(project, filter, page)
    const page = await readActivity({ page: query.page, limit: query.page_size }, read)
    return replyJson(activityLogText(page, query, selfLink(request, context.links)))
  }),
]

import { listActivity } from '@flagdeck/core'
import { listProjectActivity } from '../endpoints/activity-log.ts'
import { selfLink } from '../link.ts'
import { activityLogBody, activityPageRequest } from '../wire/activity.ts'
import { inProject } from './scoped-handler.ts'

export const activityLogRoutes = [
  inProject(listProjectActivity, async (project, { query, request, context }) => {
    const filter = { scope: query.scope, itemId: query.item_id }
    const page = activityPageRequest({ limit: query.page_size, page: query.page })
    return activityLogBody(await listActivity(project, filter, page), query, selfLink(request, context.links))
  }),
]

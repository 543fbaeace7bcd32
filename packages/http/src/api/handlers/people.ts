import type { PageRequest } from '@flagdeck/core'
import { people } from '@flagdeck/core/operations'
import { selfLink } from '../../rest/pages/link.ts'
import { replyJson, replyRaw } from '../../rest/reply.ts'
import * as endpoints from '../endpoints/people.ts'
import { activityLogText } from '../wire/activity.ts'
import { memberBody, organizationBody } from '../wire/identity.ts'
import { readActivity } from './answer-activity.ts'
import { inOrganization } from './scoped-handler.ts'

export const peopleRoutes = [
  inOrganization(endpoints.updateOrganization, async (organization, { body }) =>
    organizationBody(await people.updateOrganization(organization, body)),
  ),
  inOrganization(endpoints.listOrganizationActivity, async (organization, { query, request, context }) => {
    const filter = { scope: query.scope, scopes: query.scopes, itemId: query.item_id, user: query.user }
    const read = (page: PageRequest) => people.listOrganizationActivity(organization, filter, page)
    const page = await readActivity({ page: query.page, limit: query.page_size }, read, request)
    return replyJson(activityLogText(page, query, selfLink(request, context.links)))
  }),
  inOrganization(endpoints.updateMember, async (organization, { params, body }) =>
    memberBody(await people.updateMember(organization, params.user_uuid, body)),
  ),
  inOrganization(endpoints.destroyMember, async (organization, { params }) => {
    await people.removeMember(organization, params.user_uuid)
    return replyRaw(null)
  }),
]

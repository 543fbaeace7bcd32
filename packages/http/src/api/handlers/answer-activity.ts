import type { Activity, Page, PageRequest } from '@flagdeck/core'
import type { OrganizationActivity } from '@flagdeck/core/store'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { selfLink } from '../../rest/pages/link.ts'
import { readPage } from '../../rest/pages/read-page.ts'
import { type Reply, replyJson } from '../../rest/reply.ts'
import type { RequestContext } from '../access/request-context.ts'
import { type ActivityPage, activityBody, activityPageRequest, activityPageText } from '../wire/activity.ts'
import { type NumberedPage, numberedPage, type PageNumber } from '../wire/numbered-page.ts'

interface ActivityInput {
  readonly context: Pick<RequestContext, 'links'>
  readonly query: PageNumber
  readonly request: EndpointRequest
}

/** Reads a page of the activity log and returns it in its envelope. */
export async function answerActivity(
  { context, query, request }: ActivityInput,
  read: (page: PageRequest) => Promise<Page<Activity>>,
): Promise<Reply<ActivityPage>> {
  return replyJson(activityPageText(await readActivity(query, read, request), selfLink(request, context.links)))
}

export async function readActivity(
  asked: PageNumber,
  read: (page: PageRequest) => Promise<Page<Activity | OrganizationActivity>>,
  { reservation }: EndpointRequest,
): Promise<NumberedPage> {
  return numberedPage(await readPage(activityPageRequest(asked), read, activityBody, { reservation }), asked)
}

import type { Page, PageRequest, ProjectContext } from '@flagdeck/core'
import { type OrganizationContext, organizationNotFound, pageRequest, projectNotFound } from '@flagdeck/core/operations'
import type { Endpoint, EndpointDeclaration } from '../../rest/endpoint.ts'
import { selfLink } from '../../rest/pages/link.ts'
import { type ReadPageOptions, readPage } from '../../rest/pages/read-page.ts'
import { listText } from '../../rest/pages/written-items.ts'
import { type Reply, type ReplyOptions, replyJson } from '../../rest/reply.ts'
import {
  type Handler,
  type HandlerInput,
  type HandlerResult,
  handleWith,
  type Route,
} from '../../rest/routing/route.ts'
import type { CallerContext, RequestContext } from '../access/request-context.ts'
import { onceByKey } from '../idempotency/once-by-key.ts'
import { type PageOf, pageLink, pageText } from '../wire/page.ts'

const put = handleWith<RequestContext>()

/** Combines an endpoint with a handler, whose input and output have the endpoint's types. */
export function handle<Declaration extends EndpointDeclaration>(
  endpoint: Endpoint<Declaration>,
  handler: Handler<Declaration, RequestContext>,
): Route<RequestContext> {
  return onceByKey(put(endpoint, handler))
}

type InProject = EndpointDeclaration & {
  readonly auth: 'personal_api_key'
  readonly path: `${string}{project_id}${string}`
}

type InOrganization = EndpointDeclaration & {
  readonly auth: 'personal_api_key'
  readonly path: `${string}{organization_id}${string}`
}

type Scoped<Declaration extends EndpointDeclaration, Context> = (
  context: Context,
  input: HandlerInput<Declaration, RequestContext>,
) => HandlerResult<Declaration> | Promise<HandlerResult<Declaration>>

/** {@link handle} for endpoints below a project: the handler receives the caller's context in that project. */
export function inProject<Declaration extends InProject>(
  endpoint: Endpoint<Declaration>,
  handler: Scoped<Declaration, ProjectContext>,
): Route<RequestContext> {
  return handle(endpoint, (input) => {
    const { project } = callerOf(input.context)
    if (!project) throw projectNotFound()
    return handler(project, input)
  })
}

/**
 * {@link handle} for endpoints below an organization: the handler receives the caller's context in that organization.
 */
export function inOrganization<Declaration extends InOrganization>(
  endpoint: Endpoint<Declaration>,
  handler: Scoped<Declaration, OrganizationContext>,
): Route<RequestContext> {
  return handle(endpoint, (input) => {
    const { organization } = callerOf(input.context)
    if (!organization) throw organizationNotFound()
    return handler(organization, input)
  })
}

/**
 * The context of endpoints that take a personal API key has a caller; the compiler cannot infer that from a type
 * parameter.
 */
function callerOf(context: unknown): CallerContext {
  return context as CallerContext
}

interface ListInput {
  readonly context: Pick<RequestContext, 'links'>
  readonly query: { readonly limit?: string | undefined; readonly offset?: string | undefined }
  readonly request: HandlerInput<EndpointDeclaration, RequestContext>['request']
}

/** Reads the requested page and returns it in its envelope. */
export async function answerPage<Item, Body>(
  { context, query, request }: ListInput,
  read: (page: PageRequest) => Promise<Page<Item>>,
  body: (item: Item) => Body,
  { headers = {}, ...options }: ReadPageOptions & Pick<ReplyOptions, 'headers'> = {},
): Promise<Reply<PageOf<Body>>> {
  const page = pageRequest(query)
  const written = await readPage(page, read, body, { ...options, reservation: request.reservation })
  const link = selfLink(request, context.links)
  return replyJson(pageText(written, { offset: page.offset, parameters: request.searchParams, link }), { headers })
}

/**
 * {@link answerPage} for a list that clients expect without an envelope. Returns the whole list if no limit is
 * requested and it is short enough; otherwise a part, with the next one in the header `Link` (PAGE-6).
 */
export async function answerPart<Item, Body>(
  { context, query, request }: ListInput,
  read: (page: PageRequest) => Promise<Page<Item>>,
  body: (item: Item) => Body,
): Promise<Reply<readonly Body[]>> {
  const { limit, offset } = pageRequest(query)
  const asked = { limit: query.limit === undefined ? Number.MAX_SAFE_INTEGER : limit, offset }
  const written = await readPage(asked, read, body, { reservation: request.reservation })
  const end = offset + written.limit
  const place = { offset, parameters: request.searchParams, link: selfLink(request, context.links) }
  const headers = end < written.count ? { link: `<${pageLink(place, written.limit, end)}>; rel="next"` } : {}
  return replyJson(listText('[', written.items, ']'), { headers })
}

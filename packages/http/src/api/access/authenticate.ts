import type { Actor, Context, JsonObject } from '@flagdeck/core'
import {
  authorizeAny,
  authorizeDefinitions,
  enterProject,
  enterWithKey,
  enterWithProjectSecret,
  isJsonObject,
  openOrganization,
  sessions,
} from '@flagdeck/core/operations'
import { FORM_TYPE, mediaTypeOf } from '../../rest/body/request-data.ts'
import type { Endpoint } from '../../rest/endpoint.ts'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { Overloaded } from '../../rest/overloaded.ts'
import type { LinkOptions } from '../../rest/pages/link.ts'
import type { Authenticate } from '../../rest/routing/run-route.ts'
import { admitLargeBody } from '../capture/admit-large-body.ts'
import { type StreamPlaces, streamPlaces } from '../streams/stream-places.ts'
import type { HealthInspection } from '../wire/health.ts'
import { enterOfrep, enterStream, enterUsageSource } from './authenticate-ofrep.ts'
import type { OpenIdSignIn } from './openid-provider.ts'
import { refuseForgedRequest } from './own-origin.ts'
import { type RateLimiter, UNLIMITED } from './rate-limiter.ts'
import type { CallerContext, DefinitionsContext, RequestContext } from './request-context.ts'
import {
  type FoundKey,
  keyInHeader,
  keyInQuery,
  missingKey,
  projectReference,
  refuseBareKey,
} from './request-credentials.ts'
import type { SessionCookies } from './session-cookie.ts'
import type { SignInGuard } from './sign-in-guard.ts'

export interface AuthenticatorOptions {
  readonly links: LinkOptions
  readonly cookies: SessionCookies
  /** Counts the requests of each personal API key to management endpoints. */
  readonly rateLimiter: RateLimiter
  /** Counts the evaluations of each credential; none when missing. */
  readonly evaluationRateLimiter?: RateLimiter
  /** Counts the event streams of each project; none when missing. */
  readonly streams?: StreamPlaces
  /** Limits how often clients may guess credentials. */
  readonly signIns: SignInGuard
  /** Checks the health of the service and its dependencies. */
  readonly inspect?: HealthInspection | undefined
  /** The provider at which users can sign in; none when missing. */
  readonly openId?: OpenIdSignIn | null
}

type CookieOptions = Pick<AuthenticatorOptions, 'links' | 'cookies'>

const UNCOUNTED = streamPlaces(Number.POSITIVE_INFINITY)

/** Returns the function that authenticates a request and enters the project or organization in its path (HTTP-9). */
export function authenticator(ctx: Context, options: AuthenticatorOptions): Authenticate<RequestContext> {
  const { links, rateLimiter, evaluationRateLimiter: evaluations = UNLIMITED, streams = UNCOUNTED } = options
  const { cookies, signIns, openId = null, inspect } = options
  return (request, endpoint) => {
    switch (endpoint.auth) {
      case 'personal_api_key':
      case 'session':
        return enterAsCaller(ctx, { links, cookies, rateLimiter, signIns, inspect }, request, endpoint)
      case 'definitions':
        return enterDefinitions(ctx, { links, cookies }, streams, request)
      case 'ofrep':
        return enterOfrep(ctx, links, evaluations, request)
      case 'usage_source':
        return enterUsageSource(ctx, links, request)
      case 'stream_token':
        return enterStream(ctx, links, streams, request)
      case 'project_token':
        request.bodyReading.admitWith((beginning) => admitLargeBody(ctx, request, beginning))
        return { auth: endpoint.auth, ctx, links, cookies, evaluations, signIns, openId }
      case 'public':
        return { auth: endpoint.auth, ctx, links, cookies, evaluations, signIns, openId }
    }
  }
}

async function enterAsCaller(
  ctx: Context,
  {
    links,
    rateLimiter,
    ...services
  }: Pick<CallerContext, 'links' | 'cookies' | 'signIns' | 'inspect'> & Pick<AuthenticatorOptions, 'rateLimiter'>,
  request: EndpointRequest,
  endpoint: Endpoint,
): Promise<CallerContext> {
  const actor = await personalActor(ctx, { links, cookies: services.cookies }, request, endpoint)
  const credential = actor.type === 'user' ? (actor.key ?? actor.session) : undefined
  if (credential) await rateLimiter.take(credential.id)
  authorizeScope(actor, endpoint)
  const caller: Context = { ...ctx, actor }
  return { auth: 'personal_api_key', ctx: caller, links, ...services, ...(await enterPlace(caller, request)) }
}

/**
 * Enters the project or organization in the path. Below an organization, only its own projects are accepted (PROJ-12).
 */
async function enterPlace(
  caller: Context,
  request: EndpointRequest,
): Promise<Pick<CallerContext, 'project' | 'organization'>> {
  const { project_id: projectId, organization_id: organizationId } = request.pathParams
  const organization = organizationId === undefined ? undefined : await openOrganization(caller, organizationId)
  if (projectId === undefined) return organization ? { organization } : {}
  const reference = projectReference(request, projectId)
  if (!organization) return { project: await enterProject(caller, reference) }
  return { organization, project: await enterProject(caller, reference, organization.organization.id) }
}

async function enterDefinitions(
  ctx: Context,
  { links, cookies }: CookieOptions,
  streams: StreamPlaces,
  request: EndpointRequest,
): Promise<DefinitionsContext> {
  const enter = async () => {
    const actor = await definitionsActor(ctx, { links, cookies }, request)
    const inPath = request.pathParams.project_id ?? '@current'
    const project = await enterProject({ ...ctx, actor }, projectReference(request, inPath))
    authorizeDefinitions(actor, project.project.id)
    return project
  }
  return { auth: 'definitions', ctx, links, project: await enter(), streams, enterAgain: enter }
}

/** The actor of a project's secret token, a personal API key, or a console session. */
async function definitionsActor(ctx: Context, options: CookieOptions, request: EndpointRequest): Promise<Actor> {
  const key = keyInHeader(request) ?? keyInQuery(request)
  if (!key) {
    refuseBareKey(request)
    return enterByCookie(ctx, options, request)
  }
  const { value, source } = key
  return value.startsWith('phs_') ? enterWithProjectSecret(ctx, value) : enterWithKey(ctx, value, source)
}

/** The actor of the first key found: in the header, then the body, then the query. */
async function personalActor(
  ctx: Context,
  options: CookieOptions,
  request: EndpointRequest,
  endpoint: Endpoint,
): Promise<Actor> {
  if (endpoint.auth === 'session') return enterByCookie(ctx, options, request)
  const key = keyInHeader(request) ?? (await keyInBody(request, endpoint)) ?? keyInQuery(request)
  if (key) return enterWithKey(ctx, key.value, key.source)
  refuseBareKey(request)
  return enterByCookie(ctx, options, request)
}

/**
 * The actor of a console session. A request with any other credential, even an unknown one, does not use the session
 * (SESS-3).
 */
async function enterByCookie(
  ctx: Context,
  { links, cookies }: CookieOptions,
  request: EndpointRequest,
): Promise<Actor> {
  if (request.headers.authorization !== undefined) return missingKey()
  const value = (await cookies.session(request)) ?? missingKey()
  refuseForgedRequest(request, links)
  return sessions.enterWithSession(ctx, value)
}

async function keyInBody(request: EndpointRequest, { body }: Endpoint): Promise<FoundKey | undefined> {
  if (body === undefined || body === 'raw') return undefined
  if (mediaTypeOf(request.headers['content-type']) === FORM_TYPE) return undefined
  // Errors in the body are reported after authentication, and only to authenticated clients.
  const data = await smallData(request).catch((error) => {
    if (error instanceof Overloaded) throw error
    return undefined
  })
  const value = isJsonObject(data) ? data.personal_api_key : undefined
  return typeof value === 'string' ? { value, source: 'body' } : undefined
}

/** The maximum that is parsed for unauthenticated clients. */
const MAX_BYTES_WITH_KEY = 256 * 1024

async function smallData(request: EndpointRequest): Promise<JsonObject | undefined> {
  if (Number(request.headers['content-length']) > MAX_BYTES_WITH_KEY) return undefined
  const body = await request.readBody()
  return body instanceof Uint8Array && body.length > MAX_BYTES_WITH_KEY ? undefined : request.readData()
}

function authorizeScope(actor: Actor, { scope }: Endpoint): void {
  if (scope) authorizeAny(actor, typeof scope === 'string' ? [scope] : scope)
}

import {
  type Actor,
  authorizeAny,
  type Context,
  type CredentialSource,
  DomainError,
  enterProject,
  enterWithKey,
  enterWithProjectSecret,
  isJsonObject,
  notFound,
  openOrganization,
  type ProjectReference,
} from '@flagdeck/core'
import type { Endpoint } from './endpoint.ts'
import type { EndpointRequest } from './endpoint-request.ts'
import type { LinkOptions } from './link.ts'
import { projectId } from './path-id.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { CallerContext, DefinitionsContext, RequestContext } from './request-context.ts'
import type { Authenticate } from './run-route.ts'

export interface AuthenticatorOptions {
  readonly links: LinkOptions
  /** Counts the requests of each personal API key to management endpoints. */
  readonly rateLimiter: RateLimiter
}

/** Finds out who asks and enters the project or organization that the path names (flags-api.md section 6). */
export function authenticator(deck: Context, options: AuthenticatorOptions): Authenticate<RequestContext> {
  const { links, rateLimiter } = options
  return (request, endpoint) => {
    switch (endpoint.auth) {
      case 'personal_api_key':
        return enterAsCaller(deck, links, rateLimiter, request, endpoint)
      case 'definitions':
        return enterDefinitions(deck, links, request)
      case 'project_token':
      case 'public':
        return { auth: endpoint.auth, deck, links }
    }
  }
}

async function enterAsCaller(
  deck: Context,
  links: LinkOptions,
  rateLimiter: RateLimiter,
  request: EndpointRequest,
  endpoint: Endpoint,
): Promise<CallerContext> {
  const actor = await personalActor(deck, request, endpoint)
  if (actor.type === 'user' && actor.key) rateLimiter.take(actor.key.id)
  authorizeScope(actor, endpoint)
  const caller: Context = { ...deck, actor }
  const { project_id: project, organization_id: organization } = request.pathParams
  return {
    auth: 'personal_api_key',
    deck: caller,
    links,
    ...(project === undefined ? {} : { project: await enterProject(caller, projectReference(request, project)) }),
    ...(organization === undefined ? {} : { organization: await openOrganization(caller, organization) }),
  }
}

async function enterDefinitions(
  deck: Context,
  links: LinkOptions,
  request: EndpointRequest,
): Promise<DefinitionsContext> {
  const value = bearerToken(request) ?? request.searchParams.get('personal_api_key') ?? undefined
  if (value === undefined) throw notAuthenticated()
  const actor = await (value.startsWith('phs_') ? enterWithProjectSecret(deck, value) : enterWithKey(deck, value))
  const project = await enterProject(
    { ...deck, actor },
    projectReference(request, request.pathParams.project_id ?? '@current'),
  )
  return { auth: 'definitions', deck, links, project }
}

/** The first credential found counts: header, then body, then query. */
async function personalActor(deck: Context, request: EndpointRequest, endpoint: Endpoint): Promise<Actor> {
  const found = (await credentials(request, endpoint)).find(({ value }) => value !== undefined)
  if (found?.value === undefined) throw notAuthenticated()
  return enterWithKey(deck, found.value, found.source)
}

interface Credential {
  readonly value: string | undefined
  readonly source: CredentialSource
}

async function credentials(request: EndpointRequest, endpoint: Endpoint): Promise<readonly Credential[]> {
  const bearer = bearerToken(request)
  if (bearer !== undefined) return [{ value: bearer, source: 'request Authorization header' }]
  return [
    { value: endpoint.body === undefined ? undefined : await keyInBody(request), source: 'body' },
    { value: request.searchParams.get('personal_api_key') ?? undefined, source: 'query string' },
  ]
}

async function keyInBody(request: EndpointRequest): Promise<string | undefined> {
  // What is wrong with the body is said after authentication, and only to those who pass it.
  const data = await request.readData().catch(() => undefined)
  const value = isJsonObject(data) ? data.personal_api_key : undefined
  return typeof value === 'string' ? value : undefined
}

function bearerToken({ headers }: EndpointRequest): string | undefined {
  const match = /^Bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '')
  return match?.[1]
}

/** `?token=` names the project, whatever the path says. */
function projectReference(request: EndpointRequest, inPath: string): ProjectReference {
  const token = request.url.includes('token=') ? request.searchParams.get('token') : null
  if (token !== null) return { token }
  const parsed = projectId().safeParse(inPath)
  if (!parsed.success) throw notFound('Project not found.')
  return parsed.data
}

function authorizeScope(actor: Actor, { scope }: Endpoint): void {
  if (scope) authorizeAny(actor, typeof scope === 'string' ? [scope] : scope)
}

function notAuthenticated(): DomainError {
  return new DomainError('not_authenticated', 'not_authenticated', 'Authentication credentials were not provided.')
}

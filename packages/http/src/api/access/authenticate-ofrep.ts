import type { Context, Project, ProjectReference } from '@flagdeck/core'
import {
  authorizeDefinitions,
  enterProject,
  enterWithKey,
  enterWithProjectSecret,
  noProjectAccess,
  unknownToken,
} from '@flagdeck/core/operations'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import type { LinkOptions } from '../../rest/pages/link.ts'
import type { StreamPlaces } from '../streams/stream-places.ts'
import { streamTokenHolds, streamTokenProject } from '../streams/stream-token.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { OfrepContext, StreamContext, UsageSourceContext } from './request-context.ts'
import {
  bareKeyInHeader,
  type FoundKey,
  keyInHeader,
  keyInOwnHeader,
  missingKey,
  projectReference,
  queryValue,
} from './request-credentials.ts'

/** Authenticates evaluations by the project's public or secret token, or by a personal API key (PROTO-24). */
export async function enterOfrep(
  ctx: Context,
  links: LinkOptions,
  rateLimiter: RateLimiter,
  request: EndpointRequest,
): Promise<OfrepContext> {
  const key = credentialIn(request)
  const entered = await enterWithAny(ctx, key, request)
  await rateLimiter.take(entered.limitKey)
  return { auth: 'ofrep', ctx, links, projectId: entered.projectId, isTrusted: entered.isTrusted }
}

/** Authenticates usage reports by the same credentials (CAPTURE-32). */
export async function enterUsageSource(
  ctx: Context,
  links: LinkOptions,
  request: EndpointRequest,
): Promise<UsageSourceContext> {
  const { projectId } = await enterWithAny(ctx, credentialIn(request), request)
  return { auth: 'usage_source', ctx, links, projectId }
}

/** The credential, from all places where SDKs send it. Unleash's SDKs send it without a scheme. */
function credentialIn(request: EndpointRequest): FoundKey {
  return keyInHeader(request) ?? bareKeyInHeader(request) ?? keyInOwnHeader(request) ?? missingKey()
}

function enterWithAny(ctx: Context, key: FoundKey, request: EndpointRequest): Promise<Entered> {
  const inPath = projectReference(request, request.pathParams.project_id ?? '@current')
  return key.value.startsWith('phc_') ? enterPublic(ctx, key.value, inPath) : enterTrusted(ctx, key, inPath)
}

interface Entered {
  readonly projectId: number
  readonly isTrusted: boolean
  /** The key under which requests are counted for the rate limit. */
  readonly limitKey: string
}

async function enterPublic(ctx: Context, token: string, inPath: ProjectReference): Promise<Entered> {
  return { projectId: await publicProject(ctx, token, inPath), isTrusted: false, limitKey: token }
}

async function publicProject(ctx: Context, token: string, inPath: ProjectReference): Promise<number> {
  const snapshot = await ctx.snapshots.ofToken(token)
  if (!snapshot) throw unknownToken()
  const { id, apiToken } = snapshot.project
  const isSame = typeof inPath === 'object' ? inPath.token === apiToken : inPath === '@current' || inPath === id
  if (!isSame) throw noProjectAccess()
  return id
}

async function enterTrusted(ctx: Context, { value, source }: FoundKey, inPath: ProjectReference): Promise<Entered> {
  const isSecret = value.startsWith('phs_')
  const actor = isSecret ? await enterWithProjectSecret(ctx, value) : await enterWithKey(ctx, value, source)
  const { project } = await enterProject({ ...ctx, actor }, inPath)
  authorizeDefinitions(actor, project.id)
  const limitKey = actor.type === 'user' && actor.key ? actor.key.id : value
  return { projectId: project.id, isTrusted: true, limitKey }
}

/** Authenticates a stream by the token that the response to a bulk evaluation contains. */
export async function enterStream(
  ctx: Context,
  links: LinkOptions,
  streams: StreamPlaces,
  request: EndpointRequest,
): Promise<StreamContext> {
  const project = await streamProject(ctx, queryValue(request, 'token') ?? missingKey())
  const { id: projectId, secretApiToken } = project
  const enterAgain = async () => {
    if (ctx.snapshots.peek(projectId)?.project.secretApiToken !== secretApiToken) throw unknownToken()
  }
  return { auth: 'stream_token', ctx, links, projectId, streams, enterAgain }
}

/**
 * The project that signed a token. Unauthenticated clients can name any project, so only its row is read before the
 * signature is verified.
 */
async function streamProject({ snapshots, store, clock }: Context, token: string): Promise<Project> {
  const id = streamTokenProject(token, clock())
  if (id === undefined) throw unknownToken()
  const project = snapshots.peek(id)?.project ?? (await store.read((tx) => tx.projects.find(id)))
  if (project && (await streamTokenHolds(project, token, clock()))) return project
  throw unknownToken()
}

import {
  authorizeDefinitions,
  type Context,
  enterProject,
  enterWithKey,
  enterWithProjectSecret,
  type ProjectReference,
  permissionDenied,
  unknownToken,
} from '@flagdeck/core'
import type { EndpointRequest } from './endpoint-request.ts'
import type { LinkOptions } from './link.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { OfrepContext, StreamContext } from './request-context.ts'
import {
  type FoundKey,
  keyInHeader,
  keyInOwnHeader,
  missingKey,
  projectReference,
  queryValue,
} from './request-credentials.ts'
import { streamTokenHolds, streamTokenProject } from './streams/stream-token.ts'

/** Lets in who evaluates: by the project's public or secret token, or by a personal API key (ofrep.md section 2). */
export async function enterOfrep(
  deck: Context,
  links: LinkOptions,
  rateLimiter: RateLimiter,
  request: EndpointRequest,
): Promise<OfrepContext> {
  const key = keyInHeader(request) ?? keyInOwnHeader(request) ?? missingKey()
  const inPath = projectReference(request, request.pathParams.project_id ?? '@current')
  const entered = key.value.startsWith('phc_')
    ? { projectId: await publicProject(deck, key.value, inPath), isTrusted: false, limitKey: key.value }
    : await enterTrusted(deck, key, inPath)
  rateLimiter.take(entered.limitKey)
  return { auth: 'ofrep', deck, links, projectId: entered.projectId, isTrusted: entered.isTrusted }
}

async function publicProject(deck: Context, token: string, inPath: ProjectReference): Promise<number> {
  const snapshot = await deck.snapshots.ofToken(token)
  if (!snapshot) throw unknownToken()
  const { id, apiToken } = snapshot.project
  const isSame = typeof inPath === 'object' ? inPath.token === apiToken : inPath === '@current' || inPath === id
  if (!isSame) throw permissionDenied("You don't have access to the project.")
  return id
}

async function enterTrusted(deck: Context, { value, source }: FoundKey, inPath: ProjectReference) {
  const isSecret = value.startsWith('phs_')
  const actor = isSecret ? await enterWithProjectSecret(deck, value) : await enterWithKey(deck, value, source)
  const { project } = await enterProject({ ...deck, actor }, inPath)
  authorizeDefinitions(actor, project.id)
  const limitKey = actor.type === 'user' && actor.key ? actor.key.id : value
  return { projectId: project.id, isTrusted: true, limitKey }
}

/** Lets in who follows a stream by the token that a bulk evaluation handed out. */
export async function enterStream(deck: Context, links: LinkOptions, request: EndpointRequest): Promise<StreamContext> {
  const token = queryValue(request, 'token') ?? missingKey()
  const projectId = streamTokenProject(token)
  const snapshot = projectId === undefined ? undefined : await deck.snapshots.get(projectId)
  if (!snapshot) throw unknownToken()
  if (!(await streamTokenHolds(snapshot.project, token, deck.clock()))) throw unknownToken()
  return { auth: 'stream_token', deck, links, projectId: snapshot.project.id }
}

import type { Project } from '@flagdeck/core'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { publicPath } from '../../rest/pages/link.ts'
import { singleSlashes } from '../../rest/routing/plain-path.ts'
import type { OfrepContext } from '../access/request-context.ts'
import { streamOfrepEvents } from '../endpoints/streams.ts'
import { streamToken } from './stream-token.ts'

/**
 * The path of the stream for the client of a bulk evaluation, including the mount path. Clients resolve it against the
 * API's origin.
 */
export async function streamUri(
  { ctx, links }: Pick<OfrepContext, 'ctx' | 'links'>,
  project: Project,
  { url }: Pick<EndpointRequest, 'url'>,
): Promise<string> {
  const token = await streamToken(project, ctx.clock())
  return `${publicPath(links)}${mountPath(url)}${streamOfrepEvents.path}?token=${token}`
}

function mountPath(url: string): string {
  const path = singleSlashes(url)
  return path.slice(0, Math.max(0, path.indexOf('/ofrep/v1/'))).replace(/\/api\/projects\/[^/]+$/, '')
}

import { notFound } from '@flagdeck/core/operations'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { matchesEntityTag } from '../../rest/entity-tag.ts'
import type { ResponseHeaders } from '../../rest/plain-response.ts'
import { type Reply, replyRaw } from '../../rest/reply.ts'
import type { Route } from '../../rest/route.ts'
import type { RequestContext } from '../access/request-context.ts'
import * as endpoints from '../endpoints/console.ts'
import type { ConsoleFile, ConsoleFiles } from '../wire/console-file.ts'
import { handle } from './scoped-handler.ts'

/** The console as static files (CONSOLE-1 to CONSOLE-5). */
export function consoleRoutes(files: ConsoleFiles): readonly Route<RequestContext>[] {
  return [
    handle(endpoints.openConsole, ({ request }) => leadTo('console/', request)),
    handle(endpoints.retrieveConsole, ({ request }) =>
      pathOf(request).endsWith('/') ? fileReply(files.get('index.html'), request) : leadTo('', request),
    ),
    handle(endpoints.retrieveConsoleFile, ({ request, params }) => fileReply(files.get(params.file), request)),
  ]
}

/** What a page of ours may load and be in: its own files alone, and no frame. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const SECURITY_HEADERS: ResponseHeaders = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
}

/** Relative to what was asked for: nobody knows what stands before it behind a proxy. */
function leadTo(folder: string, request: EndpointRequest): Reply<never> {
  const path = pathOf(request)
  const last = path.slice(path.lastIndexOf('/') + 1)
  const location = path.endsWith('/') ? `./${folder}` : `./${last}/${folder}`
  return replyRaw(null, { status: 302, headers: { location, 'cache-control': 'no-cache' } })
}

function pathOf({ url }: EndpointRequest): string {
  return url.split('?', 1)[0] ?? url
}

function fileReply(file: ConsoleFile | undefined, request: EndpointRequest): Reply<never> {
  if (file === undefined) throw notFound()
  const { etag, contentType } = file
  const headers = {
    ...SECURITY_HEADERS,
    etag,
    vary: 'Accept-Encoding',
    'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  }
  if (matchesEntityTag(request.headers['if-none-match'], etag)) return replyRaw(null, { status: 304, headers })
  const { body, encoding } = encoded(file, request.headers['accept-encoding'] ?? '')
  return replyRaw(body, { headers: { ...headers, 'content-type': contentType, ...encoding } })
}

function encoded({ bytes, brotli, gzip }: ConsoleFile, accepted: string) {
  if (brotli && takes(accepted, 'br')) return { body: brotli, encoding: { 'content-encoding': 'br' } }
  if (gzip && takes(accepted, 'gzip')) return { body: gzip, encoding: { 'content-encoding': 'gzip' } }
  return { body: bytes, encoding: {} }
}

function takes(accepted: string, encoding: string): boolean {
  return accepted.split(',').some((each) => {
    const [name, ...parameters] = each.split(';').map((part) => part.trim())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}

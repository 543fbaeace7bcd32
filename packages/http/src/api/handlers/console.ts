import { notFound } from '@flagdeck/core/operations'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import type { ResponseHeaders } from '../../rest/plain-response.ts'
import { type Reply, replyRaw } from '../../rest/reply.ts'
import type { Route } from '../../rest/routing/route.ts'
import { fileReply, type StaticFile } from '../../rest/static-file.ts'
import type { RequestContext } from '../access/request-context.ts'
import * as endpoints from '../endpoints/console.ts'
import { type LinkedThing, linkEndpoints } from '../endpoints/posthog-links.ts'
import type { ConsoleFiles } from '../wire/console-file.ts'
import { handle } from './scoped-handler.ts'

/**
 * The console as static files (CONSOLE-1 to CONSOLE-5), including the page about the API (HTTP-86).
 * @param root the path of the service as browsers see it, with a trailing slash; undefined when it is not configured
 */
export function consoleRoutes(files: ConsoleFiles, root: string | undefined): readonly Route<RequestContext>[] {
  return [
    handle(endpoints.openConsole, ({ request }) => leadTo('console/', request, root)),
    handle(endpoints.retrieveConsole, ({ request }) =>
      pathOf(request).endsWith('/')
        ? consoleFile(files.get('index.html'), request)
        : leadTo('', request, below(root, endpoints.retrieveConsole.path)),
    ),
    handle(endpoints.retrieveReference, ({ request }) =>
      pathOf(request).endsWith('/')
        ? consoleFile(files.get('reference.html'), request)
        : leadTo('', request, below(root, endpoints.retrieveReference.path)),
    ),
    handle(endpoints.retrieveReferenceFile, ({ request, params }) => consoleFile(files.get(params.file), request)),
    handle(endpoints.retrieveConsoleFile, ({ request, params: { file } }) =>
      isMistyped(file, files, request) ? leadToPlace(file, request, root) : consoleFile(files.get(file), request),
    ),
    ...Object.keys(PLACES).flatMap((thing) => linkRoutes(thing as LinkedThing, root)),
  ]
}

/** The console's place for each link of PostHog's tools, below the project. */
const PLACES = {
  flags: () => 'flags',
  flag: (id) => `flags/${id}`,
  dashboard: (id) => `dashboards/${id}`,
  insight: (id) => `dashboards/insight/${id}`,
  cohort: (id) => `cohorts/${id}`,
  person: (id) => `people/${id}`,
} as const satisfies Readonly<Record<LinkedThing, (id: string) => string>>

/** Nothing is looked up, so that links do not reveal which records exist (CONSOLE-171). */
function linkRoutes(thing: LinkedThing, root: string | undefined): readonly Route<RequestContext>[] {
  return linkEndpoints(thing).map((endpoint) =>
    handle(endpoint, ({ request, params }) => {
      const { project_id: projectId, id = '' }: { readonly [Name in 'project_id' | 'id']?: unknown } = params
      const place = PLACES[thing](encodeURIComponent(String(id)))
      const project = projectId === undefined ? '' : `project/${projectId}/`
      return redirect(`${root ?? rootFrom(endpoint.path, request)}console/#/${project}${place}`)
    }),
  )
}

/** The mount path, relative to a request for an endpoint below it. */
function rootFrom(template: string, request: EndpointRequest): string {
  const folders = template.split('/').length - (pathOf(request).endsWith('/') ? 1 : 2)
  return folders === 0 ? './' : '../'.repeat(folders)
}

/** Whether a browser requests a place of the console without the `#` before it (CONSOLE-379). */
function isMistyped(file: string, files: ConsoleFiles, { headers }: EndpointRequest): boolean {
  const isFile = files.has(file) || /\.[^/]*$/.test(file)
  return !isFile && String(headers.accept ?? '').includes('text/html')
}

/** Leads to the place in the console that a path below `/console/` names, with its query. */
function leadToPlace(file: string, request: EndpointRequest, root: string | undefined): Reply<never> {
  const place = encodedEnd(withoutSlash(pathOf(request)), withoutSlash(file))
  const query = /\?.*$/s.exec(request.url)?.[0] ?? ''
  return redirect(`${root ?? rootFrom(`/console/${place}`, request)}console/#/${place}${query}`)
}

const withoutSlash = (path: string): string => path.replace(/\/+$/, '')

/** The end of a path that is `decoded` after decoding. It stays encoded: `%2F` in an id does not divide folders. */
function encodedEnd(path: string, decoded: string): string {
  const ends = [...path.matchAll(/\//g)].map(({ index }) => path.slice(index + 1))
  const end = ends.find((each) => each === decoded || decodedOf(each) === decoded) ?? ''
  return end.replaceAll(/[^!-~]/g, encodeURIComponent)
}

function decodedOf(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/** The console's pages may load only files of this service, and cannot be framed. */
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

/**
 * Redirects to an address below the public URL if that is set. Otherwise the address is relative to the request,
 * because the path that a proxy removes is unknown. Relative addresses alone are wrong if the proxy maps `/flags` to
 * `/`: they would lead out of `/flags`.
 */
function leadTo(folder: string, request: EndpointRequest, root: string | undefined): Reply<never> {
  const path = pathOf(request)
  const last = path.slice(path.lastIndexOf('/') + 1)
  const relative = path.endsWith('/') ? `./${folder}` : `./${last}/${folder}`
  const location = root === undefined ? relative : `${root}${folder}`
  return redirect(location)
}

function redirect(location: string): Reply<never> {
  return replyRaw(null, { status: 302, headers: { location, 'cache-control': 'no-cache' } })
}

function below(root: string | undefined, path: string): string | undefined {
  return root && `${root}${path.slice(1)}`
}

function pathOf({ url }: EndpointRequest): string {
  return url.split('?', 1)[0] ?? url
}

function consoleFile(file: StaticFile | undefined, request: EndpointRequest): Reply<never> {
  if (file === undefined) throw notFound()
  return fileReply(file, request, SECURITY_HEADERS)
}

import type { EndpointRequest } from '../endpoint-request.ts'
import type { RequestHeaders } from '../plain-request.ts'
import { plainBasePath } from '../routing/plain-path.ts'

/** How the service is reached from outside, for the links in its answers. */
export interface LinkOptions {
  /** Scheme, host and optional path before ours, such as `https://flags.acme.test`; it wins over what requests say. */
  readonly publicUrl?: string | undefined
  /** Believe `X-Forwarded-Proto` and `X-Forwarded-Host`: only behind a proxy that sets them. */
  readonly trustProxy?: boolean | undefined
}

/** Makes absolute links to the path that was asked for, with other query parameters. */
export function selfLink(request: EndpointRequest, options: LinkOptions): (parameters: URLSearchParams) => string {
  const [path] = request.url.split('?', 1)
  const base = `${baseUrl(request.headers, options)}${path}`
  return (parameters) => (parameters.size === 0 ? base : `${base}?${parameters}`)
}

/** Scheme, host and whatever is before our own paths, without a slash at the end. */
export function baseUrl(headers: RequestHeaders, { publicUrl, trustProxy = false }: LinkOptions): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '')
  const forwarded = (name: string) => (trustProxy ? headers[name]?.split(',')[0]?.trim() : undefined)
  const scheme = forwarded('x-forwarded-proto') === 'https' ? 'https' : 'http'
  return `${scheme}://${hostOf(forwarded('x-forwarded-host') ?? headers.host)}`
}

/** The path before our own as browsers see it, without a slash at the end: that of the public URL, then the mount path. */
export function publicPath({ publicUrl }: LinkOptions, basePath?: string): string {
  const outer = publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '')
  return basePath === undefined ? outer : outer + plainBasePath(basePath)
}

/** A host that could not be one is not repeated into an answer. */
function hostOf(host: string | undefined): string {
  return host !== undefined && /^[\w.:[\]-]+$/.test(host) ? host : 'localhost'
}

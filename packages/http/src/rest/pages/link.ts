import type { EndpointRequest } from '../endpoint-request.ts'
import type { RequestHeaders } from '../plain-request.ts'
import { plainBasePath } from '../routing/plain-path.ts'

/** The external address of the service, for the links in its responses. */
export interface LinkOptions {
  /** Scheme, host and optional path prefix, such as `https://flags.acme.test`; it overrides the address in requests. */
  readonly publicUrl?: string | undefined
  /** Trusts `X-Forwarded-Proto` and `X-Forwarded-Host`: only behind a proxy that sets them. */
  readonly trustProxy?: boolean | undefined
}

/** Returns an absolute link to the requested path, with other query parameters. */
export function selfLink(request: EndpointRequest, options: LinkOptions): (parameters: URLSearchParams) => string {
  const [path] = request.url.split('?', 1)
  const base = `${baseUrl(request.headers, options)}${path}`
  return (parameters) => (parameters.size === 0 ? base : `${base}?${parameters}`)
}

/** Scheme, host and path prefix, without a trailing slash. */
export function baseUrl(headers: RequestHeaders, { publicUrl, trustProxy = false }: LinkOptions): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '')
  const forwarded = (name: string) => (trustProxy ? headers[name]?.split(',')[0]?.trim() : undefined)
  const scheme = forwarded('x-forwarded-proto') === 'https' ? 'https' : 'http'
  return `${scheme}://${hostOf(forwarded('x-forwarded-host') ?? headers.host)}`
}

/** The path prefix as browsers see it, without a trailing slash: that of the public URL, then the mount path. */
export function publicPath({ publicUrl }: LinkOptions, basePath?: string): string {
  const outer = publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '')
  return basePath === undefined ? outer : outer + plainBasePath(basePath)
}

/** An invalid host is not repeated in a response. */
function hostOf(host: string | undefined): string {
  return host !== undefined && /^[\w.:[\]-]+$/.test(host) ? host : 'localhost'
}

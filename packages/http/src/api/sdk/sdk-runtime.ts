import type { RequestHeaders } from '../../rest/plain-request.ts'

const SERVER_SDK = /^posthog-(node|python|go|ruby|php|java|dotnet|elixir|rust|server)\b/i
/** The default `User-Agent` of Node's fetch, which older releases of posthog-node send (PROTO-70). */
const NODE = /^(node|undici)$/i
const BROWSER = /\b(Mozilla|Chrome|Safari|Firefox|Edg|Opera)\b|^posthog-(js|android|ios|flutter|react-native)\b/i

/**
 * Where an SDK runs: the stated runtime, or the one that its headers indicate; undefined when they indicate none
 * (docs/reference/sdk-requests.md).
 */
export function sdkRuntime(stated: unknown, headers: RequestHeaders): 'all' | 'client' | 'server' | undefined {
  if (stated === 'all' || stated === 'client' || stated === 'server') return stated
  const agent = headers['user-agent'] ?? ''
  if (SERVER_SDK.test(agent) || NODE.test(agent)) return 'server'
  // `Sec-Fetch-Mode` is not used: Node's own fetch sends it too.
  const fromBrowser = headers.origin ?? headers.referer ?? headers['sec-fetch-site'] ?? headers['sec-fetch-dest']
  return BROWSER.test(agent) || fromBrowser !== undefined ? 'client' : undefined
}

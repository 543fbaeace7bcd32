import type { RequestHeaders } from '../../rest/plain-request.ts'

/** PostHog's own: whatever else somebody calls themselves is not kept apart. */
const SDK = /^posthog-(?:js|node|python|go|ruby|php|java|dotnet|elixir|rust|server|android|ios|flutter|react-native)\b/i
const BROWSER = /^Mozilla\//

/** The name of the SDK that a request's `User-Agent` tells, as SDKs call themselves in events; undefined when it tells none. */
export function sdkName(headers: RequestHeaders): string | undefined {
  const agent = headers['user-agent'] ?? ''
  if (BROWSER.test(agent)) return 'web'
  return SDK.exec(agent)?.[0].toLowerCase()
}

import type { RequestHeaders } from '../../rest/plain-request.ts'

/** PostHog's own SDKs. Other names are not distinguished. */
const SDK = /^posthog-(?:js|node|python|go|ruby|php|java|dotnet|elixir|rust|server|android|ios|flutter|react-native)\b/i
const BROWSER = /^Mozilla\//

/**
 * The name of the SDK in a request's `User-Agent`, with the name that SDKs use in events; undefined when it names none.
 */
export function sdkName(headers: RequestHeaders): string | undefined {
  const agent = headers['user-agent'] ?? ''
  if (BROWSER.test(agent)) return 'web'
  return SDK.exec(agent)?.[0].toLowerCase()
}

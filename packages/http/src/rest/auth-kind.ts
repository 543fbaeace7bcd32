/**
 * The credential that an endpoint takes. Every endpoint names one, so that no endpoint is public by omission.
 * - `personal_api_key`: a personal API key, or the session cookie of the console
 * - `session`: only that cookie
 * - `definitions`: a personal API key, the project's secret token, or that cookie
 * - `ofrep`: the project's public token, its secret token, or a personal API key; also without `Bearer`, and in
 *   `X-API-Key`
 * - `usage_source`: the same
 * - `stream_token`: the token of an event stream, from the response to a bulk evaluation
 * - `project_token`: the project's public token
 * - `public`: none
 */
export const AUTH_KINDS = [
  'personal_api_key',
  'session',
  'definitions',
  'ofrep',
  'usage_source',
  'stream_token',
  'project_token',
  'public',
] as const

export type AuthKind = (typeof AUTH_KINDS)[number]

/** The kinds that accept the session cookie of the console. */
export const TAKES_COOKIE: readonly AuthKind[] = ['personal_api_key', 'session', 'definitions']

import { OpenIdFailure, type OpenIdFailureReason } from '@flagdeck/http'

/** What errors of the library may have. What a provider has sent is in them too, tokens and claims, and is left behind. */
interface ClientError {
  readonly message?: unknown
  readonly code?: unknown
  readonly cause?: unknown
  /** What the provider has said, by a word of OAuth. */
  readonly error?: unknown
  readonly status?: unknown
}

/** Why an attempt has failed, in words that a log may keep. */
export function failureOf(thrown: unknown): OpenIdFailure {
  if (thrown instanceof OpenIdFailure) return thrown
  const error: ClientError = thrown instanceof Error ? thrown : {}
  const { cause } = error
  const parts = [error.message, wordOf(error.error), wordOf(error.code), cause instanceof Error ? cause.message : '']
  return new OpenIdFailure(reasonOf(error), parts.filter(Boolean).join(': '))
}

function reasonOf(error: ClientError): OpenIdFailureReason {
  if (error.error === 'access_denied') return 'cancelled'
  // The code was used, or lay about for too long.
  if (error.error === 'invalid_grant') return 'expired'
  return isAway(error) ? 'provider_away' : 'provider_answer'
}

function isAway(error: ClientError): boolean {
  const { code, cause, status } = error
  const answered = cause instanceof Response ? cause.status : status
  if (typeof answered === 'number') return answered >= 500
  // As `fetch` fails when there is nobody, or they leave in the midst of it.
  return code === 'OAUTH_TIMEOUT' || (error instanceof TypeError && code === undefined)
}

/** A word as the standards have them: what stands in an address, anybody may have written. */
function wordOf(value: unknown): string {
  return typeof value === 'string' && /^[\w.-]{1,60}$/.test(value) ? value : ''
}

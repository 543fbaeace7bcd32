import { OpenIdFailure, type OpenIdFailureReason } from '@flagdeck/http'

/**
 * The fields that are read from errors of the library. Those errors also contain data from the provider, such as tokens
 * and claims, which is left out.
 */
interface ClientError {
  readonly message?: unknown
  readonly code?: unknown
  readonly cause?: unknown
  /** The provider's error code, as defined by OAuth. */
  readonly error?: unknown
  readonly status?: unknown
}

/** Returns why an attempt failed, in words that may be logged. */
export function failureOf(thrown: unknown): OpenIdFailure {
  if (thrown instanceof OpenIdFailure) return thrown
  const error: ClientError = thrown instanceof Error ? thrown : {}
  const { cause } = error
  const parts = [error.message, wordOf(error.error), wordOf(error.code), cause instanceof Error ? cause.message : '']
  return new OpenIdFailure(reasonOf(error), parts.filter(Boolean).join(': '))
}

function reasonOf(error: ClientError): OpenIdFailureReason {
  if (error.error === 'access_denied') return 'cancelled'
  // The code was already used, or it has expired.
  if (error.error === 'invalid_grant') return 'expired'
  return isAway(error) ? 'provider_away' : 'provider_answer'
}

function isAway(error: ClientError): boolean {
  const { code, cause, status } = error
  const answered = cause instanceof Response ? cause.status : status
  if (typeof answered === 'number') return answered >= 500
  // `fetch` fails like this if it cannot connect, or if the connection breaks.
  return code === 'OAUTH_TIMEOUT' || (error instanceof TypeError && code === undefined)
}

/**
 * Returns a code of the form that the standards define, or an empty string. A code in a URL may be written by anyone.
 */
function wordOf(value: unknown): string {
  return typeof value === 'string' && /^[\w.-]{1,60}$/.test(value) ? value : ''
}

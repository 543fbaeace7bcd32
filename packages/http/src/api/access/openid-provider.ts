import type { sessions } from '@flagdeck/core/operations'

/** An attempt to sign in at a provider. The response of the provider must match it. */
export interface OpenIdAttempt {
  /** Where the provider redirects the browser. */
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  /** The returned code is useless without it (PKCE). */
  readonly codeVerifier: string
}

/** A provider at which users sign in: `openIdProvider()` of `@flagdeck/openid`, or a custom one. */
export interface OpenIdProvider {
  /** The name that users see. */
  readonly name: string
  /** The URL to which the browser is redirected. @throws OpenIdFailure */
  authorizationUrl(attempt: OpenIdAttempt): Promise<string>
  /**
   * Returns the user who has signed in, from the query with which the browser returned. The result is verified: the
   * provider issued it, for this server and this attempt.
   * @throws OpenIdFailure
   */
  identify(attempt: OpenIdAttempt, answer: URLSearchParams): Promise<sessions.OpenIdIdentity>
}

/** How users sign in by OpenID Connect. */
export interface OpenIdSignIn {
  readonly provider: OpenIdProvider
  /** Which users become members without an invitation; none when missing. */
  readonly newcomers?: sessions.OpenIdNewcomers | null
  /** Called with the reason when a user who has signed in at the provider is refused. It does not identify the user. */
  readonly onRefusal?: (refusal: sessions.OpenIdRefusal) => void
}

/**
 * Why signing in at a provider failed: the provider is unavailable, its response is invalid, the user cancelled, or the
 * code was used or has expired.
 */
export type OpenIdFailureReason = 'provider_away' | 'provider_answer' | 'cancelled' | 'expired'

/** An attempt that failed for a reason outside of this server. */
export class OpenIdFailure extends Error {
  override readonly name = 'OpenIdFailure'
  readonly reason: OpenIdFailureReason

  constructor(reason: OpenIdFailureReason, message: string) {
    super(message)
    this.reason = reason
  }
}

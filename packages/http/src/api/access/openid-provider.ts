import type { sessions } from '@flagdeck/core/operations'

/** One attempt to sign in at a provider; what comes back has to fit to it. */
export interface OpenIdAttempt {
  /** Where the provider sends the browser back to. */
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  /** The code that comes back is worth nothing without it (PKCE). */
  readonly codeVerifier: string
}

/** Where people sign in besides here: `openIdProvider()` of `@flagdeck/openid`, or one of your own. */
export interface OpenIdProvider {
  /** What people know it by. */
  readonly name: string
  /** Where the browser goes. @throws OpenIdFailure */
  authorizationUrl(attempt: OpenIdAttempt): Promise<string>
  /**
   * Who has signed in, by the query with which the browser came back. It has been checked that the provider says so, to us
   * and about this attempt.
   * @throws OpenIdFailure
   */
  identify(attempt: OpenIdAttempt, answer: URLSearchParams): Promise<sessions.OpenIdIdentity>
}

/** How people sign in by OpenID Connect. */
export interface OpenIdSignIn {
  readonly provider: OpenIdProvider
  /** Who becomes a member without an invitation; nobody when missing. */
  readonly newcomers?: sessions.OpenIdNewcomers | null
  /** Told why somebody who had signed in at the provider was not let in, without anything of who it was. */
  readonly onRefusal?: (refusal: sessions.OpenIdRefusal) => void
}

/**
 * Why a provider has let nobody in: it cannot be reached, it answers what it must not, the person did not want to, or the
 * code has been used or is too old.
 */
export type OpenIdFailureReason = 'provider_away' | 'provider_answer' | 'cancelled' | 'expired'

/** An attempt that came to nothing, for a reason that is not ours. */
export class OpenIdFailure extends Error {
  override readonly name = 'OpenIdFailure'
  readonly reason: OpenIdFailureReason

  constructor(reason: OpenIdFailureReason, message: string) {
    super(message)
    this.reason = reason
  }
}

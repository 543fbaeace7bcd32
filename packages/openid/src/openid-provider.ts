import type { OpenIdAttempt, OpenIdProvider } from '@flagdeck/http'
import { failureOf } from './failure-of.ts'
import { claimsWithEmail, identityOf } from './identity-of.ts'
import { type Connection, providerConnection } from './provider-connection.ts'

/** The registration of this service with a provider. */
export interface OpenIdProviderOptions {
  /**
   * The provider's issuer identifier, exactly as the provider writes it. Plain HTTP is allowed only on the same
   * machine.
   */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /**
   * Treats an e-mail address as verified if the provider does not report whether it is (SESS-28). Use it only for
   * providers where users cannot choose their address. Otherwise a user can enter the address of a member here, and
   * sign in as that member.
   */
  readonly trustsUnmarkedEmail?: boolean
  /** The time limit for each response of the provider; 5 seconds if missing. */
  readonly timeoutMs?: number
  /** Receives the reason of each failed attempt, without any data about the user. */
  readonly onError?: (error: Error) => void
}

/**
 * Returns a provider that signs users in to the console by the OpenID authorization code flow with PKCE. The provider
 * is contacted only when a user signs in.
 *
 * @example
 * const provider = openIdProvider({ issuer: 'https://id.example.com', clientId: 'flagdeck', clientSecret: 'secret' })
 * const application = flagdeckApplication(deck.context, { openId: { provider } })
 */
export function openIdProvider(options: OpenIdProviderOptions): OpenIdProvider {
  if (!/^https?:/.test(URL.parse(options.issuer)?.protocol ?? '')) {
    throw new TypeError('The issuer has to be the address of a provider, such as https://id.example.com.')
  }
  const connect = providerConnection(options)
  const asked = async <Answer>(ask: (connection: Connection) => Promise<Answer>): Promise<Answer> => {
    try {
      return await ask(await connect())
    } catch (error) {
      const failure = failureOf(error)
      if (failure.reason !== 'cancelled') options.onError?.(failure)
      throw failure
    }
  }
  return {
    name: new URL(options.issuer).host,
    authorizationUrl: (attempt) => asked((connection) => authorizationUrl(connection, attempt)),
    identify: (attempt, answer) =>
      asked(async (connection) => {
        const tokens = await redeem(connection, attempt, answer)
        const { trustsUnmarkedEmail } = options
        return identityOf(await claimsWithEmail(connection, tokens, trustsUnmarkedEmail), trustsUnmarkedEmail)
      }),
  }
}

async function authorizationUrl({ client, configuration }: Connection, attempt: OpenIdAttempt): Promise<string> {
  const url = client.buildAuthorizationUrl(configuration, {
    scope: 'openid email profile',
    redirect_uri: attempt.redirectUri,
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(attempt.codeVerifier),
    code_challenge_method: 'S256',
  })
  return url.href
}

/** Exchanges the code for tokens. The library checks their signature, audience, lifetime and nonce. */
function redeem({ client, configuration }: Connection, attempt: OpenIdAttempt, answer: URLSearchParams) {
  const cameBackTo = new URL(`${attempt.redirectUri}?${answer}`)
  return client.authorizationCodeGrant(configuration, cameBackTo, {
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    pkceCodeVerifier: attempt.codeVerifier,
    idTokenExpected: true,
  })
}

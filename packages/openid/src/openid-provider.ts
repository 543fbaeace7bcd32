import type { OpenIdAttempt, OpenIdProvider } from '@flagdeck/http'
import { failureOf } from './failure-of.ts'
import { claimsWithEmail, identityOf } from './identity-of.ts'
import { type Connection, providerConnection } from './provider-connection.ts'

/** How a provider knows this service. */
export interface OpenIdProviderOptions {
  /** The provider as it calls itself, to the letter. By http on the same machine alone. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /**
   * Treats an e-mail address as verified when the provider does not say whether it is (SESS-28). Only for providers where
   * nobody can choose an address: whoever can enter that of a member there then signs in as that member.
   */
  readonly trustsUnmarkedEmail?: boolean
  /** For each answer of the provider; 5 seconds when missing. */
  readonly timeoutMs?: number
  /** Told why an attempt came to nothing, without anything of who made it. */
  readonly onError?: (error: Error) => void
}

/**
 * Signs people in to the console at an OpenID provider, by the authorization code flow with PKCE. It is asked when somebody
 * wants to sign in, and not before.
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

/** Gives the code for tokens, of which the library checks who signed them, for whom, when and for which attempt. */
function redeem({ client, configuration }: Connection, attempt: OpenIdAttempt, answer: URLSearchParams) {
  const cameBackTo = new URL(`${attempt.redirectUri}?${answer}`)
  return client.authorizationCodeGrant(configuration, cameBackTo, {
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    pkceCodeVerifier: attempt.codeVerifier,
    idTokenExpected: true,
  })
}

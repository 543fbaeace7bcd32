import type { Configuration } from 'openid-client'
import type { OpenIdProviderOptions } from './openid-provider.ts'

type Client = typeof import('openid-client')

/** The metadata of the provider, and the library that communicates with it. */
export interface Connection {
  readonly client: Client
  readonly configuration: Configuration
}

/**
 * Providers may move their endpoints, so metadata is read again after this time. Their keys are read again whenever one
 * is unknown.
 */
const KNOWN_FOR_MS = 60 * 60_000
const CLOCK_TOLERANCE_SECONDS = 60

/**
 * Returns a function that reads the provider's metadata. Concurrent callers share one request, and the metadata is
 * cached for an hour. After a failure, the next call tries again.
 */
export function providerConnection(options: OpenIdProviderOptions): () => Promise<Connection> {
  let known: { readonly connection: Promise<Connection>; readonly until: number } | undefined
  return () => {
    if (known && performance.now() < known.until) return known.connection
    const asked = { connection: discover(options), until: performance.now() + KNOWN_FOR_MS }
    known = asked
    asked.connection.catch(() => {
      if (known === asked) known = undefined
    })
    return asked.connection
  }
}

async function discover({ issuer, clientId, clientSecret, timeoutMs = 5000 }: OpenIdProviderOptions) {
  const client = await import('openid-client')
  const url = new URL(issuer)
  const configuration = await client.discovery(
    url,
    clientId,
    { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    secretAsAsked(client, clientSecret),
    {
      timeout: timeoutMs / 1000,
      execute: [
        // Checks the signature of tokens, although TLS authenticates the server.
        client.enableNonRepudiationChecks,
        ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    },
  )
  return { client, configuration }
}

/**
 * Sends the secret in a header, which is the default of the standard, or in the body if the provider supports no
 * header.
 */
function secretAsAsked(client: Client, secret: string): ReturnType<Client['ClientSecretBasic']> {
  const [inHeader, inBody] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const taken = server.token_endpoint_auth_methods_supported
    const isTaken = taken === undefined || taken.includes('client_secret_basic')
    return (isTaken ? inHeader : inBody)(server, ...rest)
  }
}

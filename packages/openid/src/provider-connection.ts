import type { Configuration } from 'openid-client'
import type { OpenIdProviderOptions } from './openid-provider.ts'

type Client = typeof import('openid-client')

/** What the provider says of itself, and the library that speaks to it. */
export interface Connection {
  readonly client: Client
  readonly configuration: Configuration
}

/** A provider may move its endpoints; its keys are asked for again as soon as one is unknown. */
const KNOWN_FOR_MS = 60 * 60_000
const CLOCK_TOLERANCE_SECONDS = 60

/** Asks the provider how to speak to it: once for all who wait, again an hour later, and again after each failure. */
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
        // The signature is looked at although TLS says who answers.
        client.enableNonRepudiationChecks,
        ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    },
  )
  return { client, configuration }
}

/** Providers take the secret in a header, which is the usual way, or else in the body. */
function secretAsAsked(client: Client, secret: string): ReturnType<Client['ClientSecretBasic']> {
  const [inHeader, inBody] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const taken = server.token_endpoint_auth_methods_supported
    const isTaken = taken === undefined || taken.includes('client_secret_basic')
    return (isTaken ? inHeader : inBody)(server, ...rest)
  }
}

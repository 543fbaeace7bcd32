import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Configuration, Provider } from 'oidc-provider'

export const OPENID_CLIENT = { client_id: 'flagdeck', client_secret: 'correct-horse-battery-staple' }

/** The claims of the provider about each user, by the name for signing in. */
type People = Readonly<
  Record<string, { readonly email: string; readonly email_verified: boolean; readonly name?: string }>
>

/** A real OpenID provider on this machine, with a page on which users enter their name. */
export interface OpenIdService {
  readonly issuer: string
  /** Registers the application by its redirect URI. */
  register(redirectUri: string): void
  /** Makes the provider unavailable or available. */
  setAway(isAway: boolean): void
  close(): Promise<void>
}

const PAGE = `<!doctype html><title>Who are you?</title><link rel="icon" href="data:,"><h1>Who are you?</h1><form method="post">
<label>Name <input name="login"></label><button>Go on</button><button name="cancel" value="yes">Cancel</button></form>`

export async function startOpenIdService(people: People): Promise<OpenIdService> {
  let provider: Provider | undefined
  let isAway = false
  const server = createServer((request, response) => {
    if (isAway || !provider) request.socket.destroy()
    else if (request.url?.startsWith('/who/')) void interact(provider, request, response)
    else void provider.callback()(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // of a TCP server
  return {
    issuer,
    register(redirectUri) {
      provider = new Provider(issuer, configuration(people, redirectUri))
    },
    setAway(away) {
      isAway = away
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function configuration(people: People, redirectUri: string): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    clients: [{ ...OPENID_CLIENT, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' } as { kty: 'RSA' }] }, // of an RSA key
    cookies: { keys: ['for this test alone'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/who/${uid}` },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId, ...people[accountId] }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: OPENID_CLIENT.client_id,
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  }
}

async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
    return
  }
  const form = new URLSearchParams(await text(request))
  const outcome = form.has('cancel')
    ? { error: 'access_denied' }
    : { login: { accountId: form.get('login') ?? '', remember: false } }
  await provider.interactionFinished(request, response, outcome)
}

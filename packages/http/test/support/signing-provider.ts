import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { JsonObject } from '@flagdeck/core'

export const CLIENT = { clientId: 'flagdeck', clientSecret: 'a secret: with%20signs' }

interface Issued {
  readonly claims: JsonObject
  readonly redirectUri: string | null
  readonly challenge: string | null
}

/** An OpenID provider whose claims and responses a test controls, even incorrect ones. */
export interface SigningProvider {
  readonly issuer: string
  /** The differences from a correct token; `undefined` removes a claim. */
  lie: { header?: JsonObject; claims?: Readonly<Record<string, unknown>>; key?: 'other' | 'none'; noToken?: true }
  /** The response about a user's profile. */
  userInfo: JsonObject
  isAway: boolean
  isBroken: boolean
  /** Whether it accepts a code twice, which it must not. */
  isCareless: boolean
  /** How often a code was redeemed. */
  readonly codesBrought: () => number
  /** Signs a user in at the provider, as in the browser. Returns the URL of the redirect back. */
  approve(authorizationUrl: string, claims: JsonObject): string
  close(): Promise<void>
}

const KEY_ID = 'one'

export async function startSigningProvider(): Promise<SigningProvider> {
  const keys = signingKeys()
  const codes = new Map<string, Issued>()
  let [brought, made] = [0, 0]
  const server = createServer((request, response) => {
    if (provider.isAway) request.socket.destroy()
    else if (provider.isBroken) answer(response, 500, { error: 'server_error' })
    else void route(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // the server listens on a port

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    switch (request.url) {
      case '/.well-known/openid-configuration':
        answer(response, 200, metadata(issuer))
        break
      case '/keys':
        answer(response, 200, { keys: [{ ...keys.own.publicJwk, kid: KEY_ID, use: 'sig', alg: 'RS256' }] })
        break
      case '/me':
        answer(response, 200, provider.userInfo)
        break
      default:
        redeem(request, new URLSearchParams(await text(request)), response)
    }
  }

  function redeem(request: IncomingMessage, form: URLSearchParams, response: ServerResponse): void {
    brought++
    const issued = taken(form.get('code') ?? '')
    if (request.headers.authorization !== BASIC) answer(response, 401, { error: 'invalid_client' })
    else if (!issued || !isFor(issued, form)) answer(response, 400, { error: 'invalid_grant' })
    else answer(response, 200, tokens(issued))
  }

  function taken(code: string): Issued | undefined {
    const issued = codes.get(code)
    if (!provider.isCareless) codes.delete(code)
    return issued
  }

  function tokens({ claims }: Issued): JsonObject {
    const token = provider.lie.noToken ? {} : { id_token: idToken(claims) }
    return { access_token: 'opaque', token_type: 'bearer', ...token }
  }

  function idToken(claims: JsonObject): string {
    const now = Math.floor(Date.now() / 1000)
    const { header = {}, key = 'own', claims: lies = {} } = provider.lie
    const payload = { iss: issuer, aud: CLIENT.clientId, iat: now, exp: now + 300, ...claims, ...lies }
    const alg = key === 'none' ? 'none' : 'RS256'
    const content = [{ alg, kid: KEY_ID, ...header }, payload].map(encoded).join('.')
    if (key === 'none') return `${content}.`
    return `${content}.${sign('sha256', Buffer.from(content), keys[key].privateKey).toString('base64url')}`
  }

  const provider: SigningProvider = {
    issuer,
    lie: {},
    userInfo: {},
    isAway: false,
    isBroken: false,
    isCareless: false,
    codesBrought: () => brought,
    approve(authorizationUrl, claims) {
      const asked = new URL(authorizationUrl).searchParams
      const code = `code-${++made}`
      const redirectUri = asked.get('redirect_uri')
      codes.set(code, {
        claims: { nonce: asked.get('nonce'), ...claims },
        redirectUri,
        challenge: asked.get('code_challenge'),
      })
      return `${redirectUri}?${new URLSearchParams({ code, state: asked.get('state') ?? '' })}`
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return provider
}

const BASIC = `Basic ${Buffer.from([CLIENT.clientId, CLIENT.clientSecret].map(formEncoded).join(':')).toString('base64')}`

/** Whether a code is redeemed by the client that requested it (PKCE), with the same redirect URI. */
function isFor({ challenge, redirectUri }: Issued, form: URLSearchParams): boolean {
  const verifier = form.get('code_verifier') ?? ''
  return (
    challenge === createHash('sha256').update(verifier).digest('base64url') && redirectUri === form.get('redirect_uri')
  )
}

/** Encodes a part of the header like a form field, as OAuth requires. */
function formEncoded(part: string): string {
  return new URLSearchParams({ '': part }).toString().slice(1)
}

function metadata(issuer: string): JsonObject {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    userinfo_endpoint: `${issuer}/me`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  }
}

type SigningKey = { readonly privateKey: KeyObject; readonly publicJwk: object }

let keysMade: Readonly<Record<'own' | 'other', SigningKey>> | undefined

/** The keys are shared by all providers of a process: creating them takes long, and they do not depend on the test. */
function signingKeys(): Readonly<Record<'own' | 'other', SigningKey>> {
  keysMade ??= { own: newKey(), other: newKey() }
  return keysMade
}

function newKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { privateKey, publicJwk: publicKey.export({ format: 'jwk' }) }
}

function encoded(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

function answer(response: ServerResponse, status: number, body: JsonObject): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

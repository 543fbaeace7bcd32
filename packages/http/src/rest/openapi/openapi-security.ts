import type { JsonObject } from '@flagdeck/core'
import type { AuthKind } from '../auth-kind.ts'
import type { Endpoint } from '../endpoint.ts'

const BEARER = { type: 'http', scheme: 'bearer' } as const

export const SECURITY_SCHEMES = {
  personalApiKey: { ...BEARER, description: 'A personal API key (phx_…).' },
  projectSecret: { ...BEARER, description: "The project's secret token (phs_…)." },
  projectTokenBearer: { ...BEARER, description: "The project's public token (phc_…)." },
  authorization: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'Any of these tokens and keys as it is, without `Bearer`, as clients of Unleash send it.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'Any of these tokens and keys, as clients of OpenFeature and GO Feature Flag send it.',
  },
  // A cookie scheme needs a fixed name, but the name depends on the installation (SESS-33).
  session: {
    type: 'apiKey',
    in: 'header',
    name: 'Cookie',
    description:
      'The session of a user of the console, for pages of its own origin. The name of its cookie begins with `flagdeck_session_`, over https after `__Host-` or `__Secure-`.',
  },
  streamToken: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'The token in the answer to a bulk evaluation over OFREP.',
  },
} as const satisfies JsonObject

type Scheme = keyof typeof SECURITY_SCHEMES

const TOKEN_OR_KEY = ['personalApiKey', 'projectSecret', 'projectTokenBearer', 'authorization', 'apiKey'] as const

const SECURITY: Readonly<Record<AuthKind, readonly Scheme[]>> = {
  personal_api_key: ['personalApiKey', 'session'],
  session: ['session'],
  definitions: ['personalApiKey', 'projectSecret', 'session'],
  ofrep: TOKEN_OR_KEY,
  usage_source: TOKEN_OR_KEY,
  stream_token: ['streamToken'],
  // No scheme can declare a token in the body, where SDKs send it: validators would refuse their requests (HTTP-33).
  project_token: [],
  public: [],
}

export function securityOf({ auth }: Endpoint): JsonObject[] {
  return SECURITY[auth].map((scheme) => ({ [scheme]: [] }))
}

/** The query parameter for the project's token, unless the path or query already has one. */
export function tokenParameter({ auth, pathParams, query }: Endpoint): JsonObject[] {
  if (auth !== 'project_token' || pathParams.includes('token') || 'token' in (query?.shape ?? {})) return []
  const description = "The project's public token (phc_…), unless the body has it."
  return [{ name: 'token', in: 'query', required: false, description, schema: { type: 'string' } }]
}

const CREDENTIALS: Readonly<Record<AuthKind, string>> = {
  personal_api_key: 'Takes a personal API key, or the session of the console.',
  session: 'Takes the session of the console.',
  definitions: "Takes a personal API key, the project's secret token, or the session of the console.",
  ofrep: "Takes the project's public token, its secret token, or a personal API key.",
  usage_source: "Takes the project's public token, its secret token, or a personal API key.",
  stream_token: 'Takes the token of the stream.',
  project_token: "Takes the project's public token, in the path, as `token` of the query or in the body.",
  public: 'Takes no credential.',
}

/** The credential that a client needs, as text: these schemes cannot list scopes in the document. */
export function credentialText({ auth, scope }: Endpoint): string {
  const scopes = [scope ?? []].flat().map((each) => `\`${each}\``)
  const needed = scopes.length === 0 ? '' : ` A key needs the scope ${scopes.join(' or ')}.`
  return `${CREDENTIALS[auth]}${needed}`
}

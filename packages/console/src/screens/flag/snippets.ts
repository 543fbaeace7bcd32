/** The flag that a snippet evaluates, and the server. */
export interface Asking {
  readonly key: string
  /** The address of the API, without a trailing slash. */
  readonly host: string
  /** The project's public token. */
  readonly token: string
  readonly answer: 'switch' | 'variant' | 'payload'
  /** Properties that the conditions of the flag need, with matching values if these are known. */
  readonly properties: Readonly<Record<string, unknown>>
}

export const LANGUAGES = {
  node: 'Node',
  browser: 'Browser',
  python: 'Python',
  openfeature: 'OpenFeature',
  embedded: 'Embedded',
  http: 'HTTP',
} as const

export type Language = keyof typeof LANGUAGES

/** Shell commands that install what a snippet imports. `curl` needs no installation. */
export const INSTALL_COMMANDS: Readonly<Partial<Record<Language, string>>> = {
  node: 'npm install posthog-node',
  browser: 'npm install posthog-js',
  python: 'pip install posthog',
  openfeature: 'npm install @openfeature/server-sdk @openfeature/ofrep-provider',
  embedded: `# In a checkout of Flagdeck
npm run pack -- /tmp/flagdeck
# In your project
npm install ${['core', 'store-sql', 'store-sqlite'].map((name) => `/tmp/flagdeck/flagdeck-${name}-*.tgz`).join(' ')}`,
}

/** Returns code that evaluates a flag and runs unchanged. */
export function snippet(language: Language, asking: Asking): string {
  return SNIPPETS[language](asking)
}

const SNIPPETS: Readonly<Record<Language, (asking: Asking) => string>> = {
  node: ({ key, host, token, answer, properties }) => `import { PostHog } from 'posthog-node'

const posthog = new PostHog(${text(token)}, {
  host: ${text(host)},
})
const flags = await posthog.evaluateFlags('user-42'${withProperties(
    properties,
    () => `, {
  personProperties: ${literal(properties)},
}`,
  )})
console.log(flags.${{ switch: 'isEnabled', variant: 'getFlag', payload: 'getFlagPayload' }[answer]}(${text(key)}))
await posthog.shutdown()`,

  browser: ({ key, host, token, answer, properties }) => `import posthog from 'posthog-js'

posthog.init(${text(token)}, {
  api_host: ${text(host)},
})${withProperties(
    properties,
    () => `
posthog.setPersonPropertiesForFlags(${literal(properties)})`,
  )}
posthog.onFeatureFlags(() => {
  console.log(posthog.${BROWSER_CALL[answer]}(${text(key)}))
})`,

  python: ({ key, host, token, answer, properties }) => `from posthog import Posthog

posthog = Posthog(
    ${text(token)},
    host=${text(host)},
)
flags = posthog.evaluate_flags('user-42'${withProperties(
    properties,
    () => `, person_properties=${pythonLiteral(properties)}`,
  )})
print(flags.${{ switch: 'is_enabled', variant: 'get_flag', payload: 'get_flag_payload' }[answer]}(${text(key)}))
posthog.shutdown()`,

  openfeature: ({
    key,
    host,
    token,
    answer,
    properties,
  }) => `import { OFREPProvider } from '@openfeature/ofrep-provider'
import { OpenFeature } from '@openfeature/server-sdk'

await OpenFeature.setProviderAndWait(new OFREPProvider({
  baseUrl: ${text(host)},
  headers: [['Authorization', ${text(`Bearer ${token}`)}]],
}))
const client = OpenFeature.getClient()
console.log(await client.${OPENFEATURE_CALL[answer]}(
  ${text(key)}, ${{ switch: 'false', variant: "'control'", payload: '{}' }[answer]}, ${literal({ targetingKey: 'user-42', ...properties })},
))`,

  embedded: ({ key, token, answer, properties }) => `import { createFlagdeck } from '@flagdeck/core'
import { sqliteStore } from '@flagdeck/store-sqlite'

// The database with the flag: that of the server, or one of your application.
const deck = await createFlagdeck({ store: sqliteStore('./data/flagdeck.db') })
const { flags } = await deck.project({ token: ${text(token)} })
console.log(flags.${EMBEDDED_CALL[answer]}(${text(key)}, {
  distinctId: 'user-42',${withProperties(
    properties,
    () => `
  properties: ${literal(properties)},`,
  )}
})${answer === 'variant' ? '.variant' : ''})
await deck.close()`,

  http: (asking) => callCommand(asking),
}

const BROWSER_CALL = {
  switch: 'isFeatureEnabled',
  variant: 'getFeatureFlag',
  payload: 'getFeatureFlagPayload',
} as const
const OPENFEATURE_CALL = { switch: 'getBooleanValue', variant: 'getStringValue', payload: 'getObjectValue' } as const

const EMBEDDED_CALL = { switch: 'isEnabled', variant: 'evaluate', payload: 'payload' } as const

/** Returns a command that evaluates one flag. The evaluation is counted. */
export function callCommand({ key, host, token, properties }: Asking): string {
  const known = Object.keys(properties).length === 0 ? {} : { person_properties: properties }
  const body = JSON.stringify({ token, distinct_id: 'user-42', ...known, flag_keys_to_evaluate: [key] })
  return `curl -s '${host}/flags?v=2' \\
  -H 'Content-Type: application/json' \\
  -d ${shellText(body)}`
}

/** Returns the part of a snippet that passes properties; empty without properties. */
function withProperties(properties: Asking['properties'], part: () => string): string {
  return Object.keys(properties).length === 0 ? '' : part()
}

/** Returns a JavaScript object on one line. */
function literal(properties: Asking['properties']): string {
  const entries = Object.entries(properties).map(([name, value]) => {
    const key = /^[a-zA-Z_$][\w$]*$/.test(name) ? name : text(name)
    return `${key}: ${typeof value === 'string' ? text(value) : JSON.stringify(value)}`
  })
  return `{ ${entries.join(', ')} }`
}

/** Returns a JSON value in Python syntax, on one line. */
function pythonLiteral(value: unknown): string {
  if (typeof value === 'string') return text(value)
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`
  if (typeof value !== 'object') return String(value)
  if (value === null) return 'None'
  return `{${Object.entries(value)
    .map(([name, each]) => `${text(name)}: ${pythonLiteral(each)}`)
    .join(', ')}}`
}

/** Returns a string literal that is valid in JavaScript and Python. */
export function text(value: string): string {
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

function shellText(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`
}

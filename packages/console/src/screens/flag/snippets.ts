/** What a snippet is about. */
export interface Asking {
  readonly key: string
  /** Where the API is, without a slash at its end. */
  readonly host: string
  /** The project's public token. */
  readonly token: string
  readonly answer: 'switch' | 'variant' | 'payload'
  /** Of the person, what the conditions of the flag look at, with values that fit where that can be told. */
  readonly properties: Readonly<Record<string, unknown>>
}

export const LANGUAGES = {
  node: 'Node',
  browser: 'Browser',
  openfeature: 'OpenFeature',
  embedded: 'Embedded',
  http: 'HTTP',
} as const

export type Language = keyof typeof LANGUAGES

/** Code that asks for a flag and runs as it stands. */
export function snippet(language: Language, asking: Asking): string {
  return SNIPPETS[language](asking)
}

const SNIPPETS: Readonly<Record<Language, (asking: Asking) => string>> = {
  node: ({ key, host, token, answer, properties }) => `// flag.mjs
import { PostHog } from 'posthog-node'

const posthog = new PostHog(${text(token)}, {
  host: ${text(host)},
})
const flags = await posthog.evaluateFlags('user-42'${given(
    properties,
    (known) => `, {
  personProperties: ${known},
}`,
  )})
console.log(flags.${{ switch: 'isEnabled', variant: 'getFlag', payload: 'getFlagPayload' }[answer]}(${text(key)}))
await posthog.shutdown()`,

  browser: ({ key, host, token, answer, properties }) => `import posthog from 'posthog-js'

posthog.init(${text(token)}, {
  api_host: ${text(host)},
})${given(
    properties,
    (known) => `
posthog.setPersonPropertiesForFlags(${known})`,
  )}
posthog.onFeatureFlags(() => {
  console.log(posthog.${BROWSER_CALL[answer]}(${text(key)}))
})`,

  openfeature: ({ key, host, token, answer, properties }) => `// flag.mjs
import { OFREPProvider } from '@openfeature/ofrep-provider'
import { OpenFeature } from '@openfeature/server-sdk'

await OpenFeature.setProviderAndWait(new OFREPProvider({
  baseUrl: ${text(host)},
  headers: [['Authorization', ${text(`Bearer ${token}`)}]],
}))
const client = OpenFeature.getClient()
console.log(await client.${OPENFEATURE_CALL[answer]}(
  ${text(key)}, ${{ switch: 'false', variant: "'control'", payload: '{}' }[answer]}, ${literal({ targetingKey: 'user-42', ...properties })},
))`,

  embedded: ({ key, answer, properties }) => `// flag.mjs
import { createFlagdeck } from '@flagdeck/core'
import { sqliteStore } from '@flagdeck/store-sqlite'

// The database that has the flag: the server's own, or one of your application.
const deck = await createFlagdeck({ store: sqliteStore('./data/flagdeck.db') })
const { flags } = await deck.project()
console.log(flags.${answer === 'switch' ? 'isEnabled' : 'evaluate'}(${text(key)}, {
  distinctId: 'user-42',${given(
    properties,
    (known) => `
  properties: ${known},`,
  )}
})${{ switch: '', variant: '.variant', payload: '.payload' }[answer]})
await deck.close()`,

  http: (asking) => callCommand(asking),
}

const BROWSER_CALL = {
  switch: 'isFeatureEnabled',
  variant: 'getFeatureFlag',
  payload: 'getFeatureFlagPayload',
} as const
const OPENFEATURE_CALL = { switch: 'getBooleanValue', variant: 'getStringValue', payload: 'getObjectValue' } as const

/** A command that asks for one flag, and is counted as a call. */
export function callCommand({ key, host, token, properties }: Asking): string {
  const known = Object.keys(properties).length === 0 ? {} : { person_properties: properties }
  const body = JSON.stringify({ token, distinct_id: 'user-42', ...known, flag_keys_to_evaluate: [key] })
  return `curl -s '${host}/flags?v=2' \\
  -H 'Content-Type: application/json' \\
  -d ${shellText(body)}`
}

/** A part of a snippet for what is known of the person; nothing where that is nothing. */
function given(properties: Asking['properties'], part: (known: string) => string): string {
  return Object.keys(properties).length === 0 ? '' : part(literal(properties))
}

/** An object of JavaScript, on one line. */
function literal(properties: Asking['properties']): string {
  const entries = Object.entries(properties).map(([name, value]) => {
    const key = /^[a-zA-Z_$][\w$]*$/.test(name) ? name : text(name)
    return `${key}: ${typeof value === 'string' ? text(value) : JSON.stringify(value)}`
  })
  return `{ ${entries.join(', ')} }`
}

/** A string of JavaScript. */
export function text(value: string): string {
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

function shellText(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`
}

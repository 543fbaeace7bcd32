/** What a snippet is about. */
export interface Asking {
  readonly key: string
  /** Where the API is, without a slash at its end. */
  readonly host: string
  /** The project's public token. */
  readonly token: string
  readonly hasVariants: boolean
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
  node: ({ key, host, token, hasVariants }) => `import { PostHog } from 'posthog-node'

const posthog = new PostHog(${text(token)}, {
  host: ${text(host)},
})
const flags = await posthog.evaluateFlags('user-42')
console.log(flags.${hasVariants ? 'getFlag' : 'isEnabled'}(${text(key)}))
await posthog.shutdown()`,

  browser: ({ key, host, token, hasVariants }) => `import posthog from 'posthog-js'

posthog.init(${text(token)}, {
  api_host: ${text(host)},
})
posthog.onFeatureFlags(() => {
  console.log(posthog.${hasVariants ? 'getFeatureFlag' : 'isFeatureEnabled'}(${text(key)}))
})`,

  openfeature: ({ key, host, token, hasVariants }) => `import { OFREPProvider } from '@openfeature/ofrep-provider'
import { OpenFeature } from '@openfeature/server-sdk'

await OpenFeature.setProviderAndWait(new OFREPProvider({
  baseUrl: ${text(host)},
  headers: [['Authorization', ${text(`Bearer ${token}`)}]],
}))
const client = OpenFeature.getClient()
console.log(await client.${hasVariants ? 'getStringValue' : 'getBooleanValue'}(
  ${text(key)}, ${hasVariants ? "'control'" : 'false'}, { targetingKey: 'user-42' },
))`,

  embedded: ({ key, hasVariants }) => `import { createFlagdeck } from '@flagdeck/core'
import { sqliteStore } from '@flagdeck/store-sqlite'

const deck = await createFlagdeck({ store: sqliteStore('flags.db') })
const { flags } = await deck.project()
console.log(flags.${hasVariants ? 'evaluate' : 'isEnabled'}(${text(key)}, {
  distinctId: 'user-42',
})${hasVariants ? '.variant' : ''})`,

  http: (asking) => callCommand(asking),
}

/** A command that asks for one flag, and is counted as a call. */
export function callCommand({ key, host, token }: Asking): string {
  const body = JSON.stringify({ token, distinct_id: 'user-42', flag_keys_to_evaluate: [key] })
  return `curl -s '${host}/flags?v=2' \\
  -H 'Content-Type: application/json' \\
  -d ${shellText(body)}`
}

/** A string of JavaScript. */
export function text(value: string): string {
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

function shellText(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`
}

import { once } from 'node:events'
import { get } from 'node:http'
import type { JsonValue } from '@flagdeck/core'
import { expect } from 'vitest'
import { ask, FLAGS, type Installation, type Instance } from './instances.ts'

/** Reads whether the sample flag is on, from a version or a newer one. */
export type FreshReader = (instance: Instance, installation: Installation, version: number) => Promise<boolean>

const SUBJECT = { distinct_id: 'ada' }
const CONTEXT = { context: { targetingKey: 'ada' } }

/** Every way there is to read what somebody has just written. */
export const FRESH_READERS: Readonly<Record<string, FreshReader>> = {
  '/flags/': async (instance, { projectToken: token }, version) => {
    const { body } = await askFrom(version, instance, '/flags/?v=2', { token, ...SUBJECT })
    return valueAt(body, 'flags', 'beta', 'enabled') === true
  },
  '/decide/': async (instance, { projectToken: token }, version) => {
    const { body } = await askFrom(version, instance, '/decide/?v=3', { token, ...SUBJECT })
    return valueAt(body, 'featureFlags', 'beta') === true
  },
  'OFREP of one flag': async (instance, { projectToken: key }, version) => {
    const { body } = await askFrom(version, instance, '/ofrep/v1/evaluate/flags/beta', CONTEXT, key)
    return body.value === true
  },
  'OFREP of all flags': async (instance, { projectToken: key }, version) => {
    const { text } = await askFrom(version, instance, '/ofrep/v1/evaluate/flags', CONTEXT, key)
    return text.includes('"value":true')
  },
  'OFREP of all flags, by the tag of an event': async (instance, { projectToken: key }, version) => {
    const path = `/ofrep/v1/evaluate/flags?flagConfigEtag=${version}`
    const { text } = await askFrom(undefined, instance, path, CONTEXT, key)
    return text.includes('"value":true')
  },
  definitions: async (instance, { personalApiKey: key, projectToken }, version) => {
    const { text } = await askFrom(version, instance, `/flags/definitions?token=${projectToken}`, undefined, key)
    return text.includes('"rollout_percentage":100')
  },
  'evaluation reasons': async (instance, { personalApiKey: key }, version) => {
    const path = `${FLAGS}evaluation_reasons/?distinct_id=ada`
    const { body } = await askFrom(version, instance, path, undefined, key)
    return valueAt(body, 'beta', 'value') === true
  },
  management: async (instance, { personalApiKey: key }) => {
    const { text } = await askFrom(undefined, instance, FLAGS, undefined, key)
    return text.includes('"rollout_percentage":100')
  },
}

async function askFrom(
  version: number | undefined,
  instance: Instance,
  path: string,
  body: JsonValue | undefined,
  key?: string,
) {
  const answer = await ask(instance, path, {
    ...(body === undefined ? {} : { body }),
    ...(key === undefined ? {} : { key }),
    headers: version === undefined ? {} : { 'flagdeck-min-version': String(version) },
  })
  expect(answer, `${path}: ${answer.text}`).toMatchObject({ status: 200 })
  return answer
}

function valueAt(body: JsonValue | undefined, ...path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (value, name) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) ? at(value, name) : undefined,
    body,
  )
}

function at(value: object, name: string): JsonValue | undefined {
  // Parsed from JSON.
  return (value as Readonly<Record<string, JsonValue>>)[name]
}

/** The version of the first event of the definitions stream, opened from a version. */
export async function firstStreamedVersion(
  { url }: Instance,
  { personalApiKey, projectToken }: Installation,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const request = get(`${url}/flags/definitions/stream?token=${projectToken}`, {
    headers: { ...headers, authorization: `Bearer ${personalApiKey}` },
  })
  const [response] = await once(request, 'response')
  expect(response.statusCode).toBe(200)
  let text = ''
  for await (const chunk of response) {
    text += String(chunk)
    const id = /^id: (\d+)$/m.exec(text)?.[1]
    if (id !== undefined) return Number(id)
  }
  throw new Error(`the stream ended: ${text}`)
}

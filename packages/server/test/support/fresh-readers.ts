import { once } from 'node:events'
import { get } from 'node:http'
import type { JsonValue } from '@flagdeck/core'
import { expect } from 'vitest'
import { ask, FLAGS, type Installation, type Instance, SAMPLE_FLAG } from './instances.ts'

/** Reads whether a sample flag is on, from this version or a newer one. */
export type FreshReader = (
  instance: Instance,
  installation: Installation,
  version: number,
  flagKey?: string,
) => Promise<boolean>

const SUBJECT = { distinct_id: 'ada' }
const CONTEXT = { context: { targetingKey: 'ada' } }

/** Every way to read a change that another client has just made. */
export const FRESH_READERS: Readonly<Record<string, FreshReader>> = {
  '/flags/': async (instance, { projectToken: token }, version, flagKey = SAMPLE_FLAG) => {
    const { body } = await askFrom(version, instance, '/flags/?v=2', { token, ...SUBJECT })
    return valueAt(body, 'flags', flagKey, 'enabled') === true
  },
  '/decide/': async (instance, { projectToken: token }, version, flagKey = SAMPLE_FLAG) => {
    const { body } = await askFrom(version, instance, '/decide/?v=3', { token, ...SUBJECT })
    return valueAt(body, 'featureFlags', flagKey) === true
  },
  'OFREP of one flag': async (instance, { projectToken: key }, version, flagKey = SAMPLE_FLAG) => {
    const { body } = await askFrom(version, instance, `/ofrep/v1/evaluate/flags/${flagKey}`, CONTEXT, key)
    return body.value === true
  },
  'OFREP of all flags': async (instance, { projectToken: key }, version, flagKey = SAMPLE_FLAG) => {
    const { body } = await askFrom(version, instance, '/ofrep/v1/evaluate/flags', CONTEXT, key)
    return valueAt(itemOf(body.flags, flagKey), 'value') === true
  },
  'OFREP of all flags, by the tag of an event': async (
    instance,
    { projectToken: key },
    version,
    flagKey = SAMPLE_FLAG,
  ) => {
    const path = `/ofrep/v1/evaluate/flags?flagConfigEtag=${version}`
    const { body } = await askFrom(undefined, instance, path, CONTEXT, key)
    return valueAt(itemOf(body.flags, flagKey), 'value') === true
  },
  definitions: async (instance, { personalApiKey: key, projectToken }, version, flagKey = SAMPLE_FLAG) => {
    const { body } = await askFrom(version, instance, `/flags/definitions?token=${projectToken}`, undefined, key)
    return isForEverybody(itemOf(body.flags, flagKey))
  },
  'evaluation reasons': async (instance, { personalApiKey: key }, version, flagKey = SAMPLE_FLAG) => {
    const path = `${FLAGS}evaluation_reasons/?distinct_id=ada`
    const { body } = await askFrom(version, instance, path, undefined, key)
    return valueAt(body, flagKey, 'value') === true
  },
  management: async (instance, { personalApiKey: key }, _, flagKey = SAMPLE_FLAG) => {
    const { body } = await askFrom(undefined, instance, FLAGS, undefined, key)
    return isForEverybody(itemOf(body.results, flagKey))
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

/** Returns the flag with this key in a list. */
function itemOf(list: JsonValue | undefined, flagKey: string): JsonValue | undefined {
  return Array.isArray(list) ? list.find((item) => valueAt(item, 'key') === flagKey) : undefined
}

function isForEverybody(flag: JsonValue | undefined): boolean {
  const groups = valueAt(flag, 'filters', 'groups')
  return Array.isArray(groups) && valueAt(groups[0], 'rollout_percentage') === 100
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

/** Opens the definitions stream from a version, and returns the version of its first event. */
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
    const id = /^id: (\d+)-/m.exec(text)?.[1]
    if (id !== undefined) return Number(id)
  }
  throw new Error(`the stream ended: ${text}`)
}

import { createFlagdeck, type JsonValue, memoryStore } from '@flagdeck/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { flagdeckApplication } from '../src/api/flagdeck-application.ts'
import { plainRequest } from '../src/rest/plain-request.ts'
import { type Fallback, RECORDED_CLIENTS, type RecordedClient } from './clients/recorded-clients.ts'
import { EVERYBODY, NOBODY, valued, varied } from './openfeature/scenario.ts'

/** A flag of each kind, the type that a caller requests, and its result. */
const FLAGS = [
  ['on', { filters: EVERYBODY }, false, true],
  ['matches-nobody', { filters: NOBODY }, true, false],
  ['disabled', { active: false, filters: EVERYBODY }, true, (client: RecordedClient) => client.disabled],
  ['variant', varied('blue'), 'red', 'blue'],
  ['number', valued(1.5), 7, 1.5],
  ['object', valued({ a: [1] }), {}, { a: [1] }],
  ['no-number', valued(null), 7, (client: RecordedClient) => client.missing],
] as const

const VALUES: Readonly<Record<Fallback, (byDefault: JsonValue) => JsonValue>> = {
  value: () => false,
  default: (byDefault) => byDefault,
  zero: () => 0,
  // The SDK returns the default for an error of its provider.
  error: (byDefault) => byDefault,
}

async function serviceWithFlags() {
  const deck = await createFlagdeck({ store: memoryStore() })
  onTestFinished(() => deck.close())
  const { context, flags } = await deck.project()
  for (const [key, flag] of FLAGS) await flags.create({ key, ...flag })
  const application = flagdeckApplication(deck.context)
  return async (client: RecordedClient, key: string) => {
    const token = context.project.apiToken
    const credential = client.credential === 'x-api-key' ? { 'x-api-key': token } : { authorization: `Bearer ${token}` }
    const headers = { 'content-type': client.contentType, ...credential }
    const json = { context: { targetingKey: 'ada', plan: 'pro' } }
    const url = `/ofrep/v1/evaluate/flags/${key}`
    const { status, body } = await application.handle(plainRequest('POST', url, { headers, json }))
    return { status, body: JSON.parse(String(body)) as Record<string, JsonValue> }
  }
}

/** The result that the client returns to its caller. */
function resolved(client: RecordedClient, body: Record<string, JsonValue>, byDefault: JsonValue): JsonValue {
  if (client.requires.some((field) => body[field] === undefined)) return byDefault
  if (body.reason === 'DISABLED' && client.disabled === 'default') return byDefault
  const { value } = body
  if (value === undefined) return client.missing === 'zero' ? 0 : byDefault
  return typeof value === typeof byDefault ? value : byDefault
}

describe.each(RECORDED_CLIENTS)('PROTO-75 $language: $name', (client) => {
  it.each(FLAGS)('gets of the flag %s what it has', async (key, _, byDefault, expected) => {
    const evaluate = await serviceWithFlags()
    const { status, body } = await evaluate(client, key)
    expect(status).toBe(200)
    expect(body).toMatchObject({ key, reason: expect.any(String), variant: expect.any(String), metadata: {} })
    const result = typeof expected === 'function' ? VALUES[expected(client)](byDefault) : expected
    expect(resolved(client, body, byDefault)).toEqual(result)
  })

  it('PROTO-74 is refused in a form that it can read', async () => {
    const evaluate = await serviceWithFlags()
    const { status, body } = await evaluate(client, 'unknown')
    expect([status, body]).toEqual([
      404,
      { key: 'unknown', errorCode: 'FLAG_NOT_FOUND', errorDetails: expect.any(String), metadata: {} },
    ])
    for (const field of client.requiresOfRefusals) expect(body).toHaveProperty(field)
  })
})

import { OFREPProvider } from '@openfeature/ofrep-provider'
import { type Client, type JsonValue, OpenFeature } from '@openfeature/server-sdk'
import { describe, expect, onTestFinished, test } from 'vitest'
import { connection, EVERYBODY, type FlagdeckServer, flagdeckServer, oneOfEach } from './flagdeck-server.ts'

const ADA = { targetingKey: 'ada' }
let domains = 0

/** A client of the published SDK with the published provider. */
async function clientOf(server: FlagdeckServer, token?: string): Promise<Client> {
  const domain = `server ${++domains}`
  await OpenFeature.setProviderAndWait(domain, new OFREPProvider(connection(server, token)))
  onTestFinished(() => OpenFeature.clearProviders())
  return OpenFeature.getClient(domain)
}

async function serverOfEach() {
  const server = await flagdeckServer()
  await oneOfEach(server)
  return { ...server, client: await clientOf(server) }
}

describe('OpenFeature’s server SDK with the OFREP provider', () => {
  test('PROTO-21 gets each type of value, also those that are easily taken for none', async () => {
    const { client } = await serverOfEach()
    expect(await client.getBooleanValue('on', false, ADA)).toBe(true)
    expect(await client.getBooleanValue('out', true, ADA)).toBe(false)
    expect(await client.getBooleanValue('no', true, ADA)).toBe(false)
    expect(await client.getStringValue('colour', 'red', ADA)).toBe('blue')
    expect(await client.getStringValue('empty-text', 'x', ADA)).toBe('')
    expect(await client.getNumberValue('number', 7, ADA)).toBe(1.5)
    expect(await client.getNumberValue('zero', 7, ADA)).toBe(0)
    expect(await client.getObjectValue<JsonValue>('object', {}, ADA)).toEqual({ a: [1] })
  })

  test('PROTO-21 gets variant, reason and metadata with it', async () => {
    const { client, flags } = await serverOfEach()
    const colour = await flags.find('colour')
    expect(await client.getStringDetails('colour', 'red', ADA)).toMatchObject({
      value: 'blue',
      variant: 'blue',
      reason: 'STATIC',
      flagMetadata: { flagId: colour?.id, version: 1, reason: 'condition_match', conditionIndex: 0 },
    })
    const object = await client.getObjectDetails<JsonValue>('object', {}, ADA)
    expect(object.flagMetadata).toMatchObject({ payload: '{"a":[1]}' })
  })

  test('PROTO-21 gets false of a flag that is disabled, and its own default where there is no value', async () => {
    const { client } = await serverOfEach()
    expect(await client.getBooleanDetails('disabled', true, ADA)).toMatchObject({ value: false, reason: 'DISABLED' })
    expect(await client.getStringValue('colour-out', 'red', ADA)).toBe('red')
  })

  test('PROTO-23 gets its default and the code of what is wrong', async () => {
    const { client } = await serverOfEach()
    expect(await client.getBooleanDetails('missing', true, ADA)).toMatchObject({
      value: true,
      errorCode: 'FLAG_NOT_FOUND',
    })
    expect(await client.getBooleanDetails('on', false, {})).toMatchObject({
      value: false,
      errorCode: 'TARGETING_KEY_MISSING',
    })
    expect(await client.getStringDetails('on', 'x', ADA)).toMatchObject({ value: 'x', errorCode: 'TYPE_MISMATCH' })
  })

  test('PROTO-20 is told apart by the context', async () => {
    const server = await flagdeckServer()
    const properties = [{ key: 'plan', type: 'person' as const, value: 'pro' }]
    await server.flags.create({ key: 'pro', filters: { groups: [{ properties }] } })
    const client = await clientOf(server)
    expect(await client.getBooleanValue('pro', false, { ...ADA, plan: 'pro' })).toBe(true)
    expect(await client.getBooleanValue('pro', false, { ...ADA, plan: 'free' })).toBe(false)
  })

  test('PROTO-24 may use any of the project’s tokens, and no other', async () => {
    const server = await flagdeckServer()
    await server.flags.create({ key: 'on', filters: { groups: EVERYBODY } })
    const { apiToken, secretApiToken } = server.project
    for (const [token, value] of [
      [apiToken, true],
      [secretApiToken, true],
      ['phc_unknown', false],
    ] as const) {
      expect(await (await clientOf(server, token)).getBooleanValue('on', false, ADA), token).toBe(value)
    }
  })

  test('PROTO-28 stops asking for as long as it was told to', async () => {
    const server = await flagdeckServer({ evaluationRateLimit: { requests: 2, windowMs: 60_000 } })
    await server.flags.create({ key: 'on', filters: { groups: EVERYBODY } })
    const client = await clientOf(server)
    const values = []
    for (let times = 0; times < 4; times++) values.push(await client.getBooleanValue('on', false, ADA))
    expect(values).toEqual([true, true, false, false])
    const { baseUrl, headers } = connection(server)
    const body = JSON.stringify({ context: ADA })
    const refused = await fetch(`${baseUrl}/ofrep/v1/evaluate/flags/on`, { method: 'POST', headers, body })
    expect(refused.status).toBe(429)
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(55)
    expect(seconds).toBeLessThanOrEqual(60)
  })
})

import { OFREPWebProvider } from '@openfeature/ofrep-web-provider'
import {
  type Client,
  type ClientProviderEvents,
  type EventHandler,
  type JsonValue,
  OpenFeature,
  type Provider,
  ProviderEvents,
} from '@openfeature/web-sdk'
import { EventSource } from 'eventsource'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { connection, EVERYBODY, type FlagdeckServer, flagdeckServer, NOBODY, oneOfEach } from './flagdeck-server.ts'

const ADA = { targetingKey: 'ada' }
let domains = 0

// Node has no `EventSource`, and the provider uses the global one.
const before = Reflect.get(globalThis, 'EventSource')
beforeAll(() => void Reflect.set(globalThis, 'EventSource', EventSource))
afterAll(() => void Reflect.set(globalThis, 'EventSource', before))

interface Call {
  readonly status: number
  readonly etag: string | null
}

/** A client of the published SDK with the published provider, and the responses that it received. */
async function clientOf(server: FlagdeckServer, context: { targetingKey?: string; [key: string]: string } = ADA) {
  const domain = `web ${++domains}`
  const calls: Call[] = []
  const provider = new OFREPWebProvider({
    ...connection(server),
    cacheMode: 'disabled',
    fetchImplementation: async (input, init) => {
      const response = await fetch(input, init)
      calls.push({ status: response.status, etag: response.headers.get('etag') })
      return response
    },
  })
  onTestFinished(() => OpenFeature.clearProviders())
  // The types of the two packages differ only in how they declare optional properties.
  await OpenFeature.setProviderAndWait(domain, provider as Provider, context)
  const setContext = (next: typeof context) => OpenFeature.setContext(domain, next)
  return { client: OpenFeature.getClient(domain), calls, setContext }
}

/** Resolves with the flags that the provider reports as changed. */
function nextChange(client: Client): Promise<readonly string[] | undefined> {
  return new Promise((resolve) => {
    const heard: EventHandler<ClientProviderEvents> = (details) => {
      client.removeHandler(ProviderEvents.ConfigurationChanged, heard)
      resolve((details as { flagsChanged?: string[] } | undefined)?.flagsChanged) // this event has details
    }
    client.addHandler(ProviderEvents.ConfigurationChanged, heard)
  })
}

describe('OpenFeature’s web SDK with the OFREP provider', () => {
  test('PROTO-21 gets each type of value, also those that are easily taken for none', async () => {
    const server = await flagdeckServer()
    await oneOfEach(server)
    const { client } = await clientOf(server)
    expect(client.getBooleanDetails('on', false)).toMatchObject({ value: true, reason: 'STATIC' })
    expect(client.getBooleanDetails('out', true)).toMatchObject({ value: false, reason: 'UNKNOWN' })
    expect(client.getBooleanDetails('disabled', true)).toMatchObject({ value: false, reason: 'DISABLED' })
    expect(client.getBooleanValue('no', true)).toBe(false)
    expect(client.getStringDetails('colour', 'red')).toMatchObject({ value: 'blue', variant: 'blue' })
    expect(client.getStringValue('empty-text', 'x')).toBe('')
    expect(client.getNumberValue('number', 7)).toBe(1.5)
    expect(client.getNumberValue('zero', 7)).toBe(0)
    expect(client.getObjectDetails<JsonValue>('object', {})).toMatchObject({
      value: { a: [1] },
      flagMetadata: { payload: '{"a":[1]}', version: 1 },
    })
  })

  test('PROTO-21 gets its own default without an error where a flag has no value', async () => {
    const server = await flagdeckServer()
    await oneOfEach(server)
    const { client } = await clientOf(server)
    const details = client.getStringDetails('colour-out', 'red')
    expect(details).toMatchObject({ value: 'red', reason: 'UNKNOWN' })
    expect(details.errorCode).toBeUndefined()
    expect(client.getBooleanDetails('missing', true)).toMatchObject({ value: true, errorCode: 'FLAG_NOT_FOUND' })
  })

  test('PROTO-23 does not get ready without a targeting key', async () => {
    await expect(clientOf(await flagdeckServer(), {})).rejects.toThrow('status: 400')
  })

  test('PROTO-25 is answered 304 while nothing is new, and never for another context', async () => {
    const server = await flagdeckServer()
    const properties = [{ key: 'plan', type: 'person' as const, value: 'pro' }]
    await server.flags.create({ key: 'pro', filters: { groups: [{ properties }] } })
    const { client, calls, setContext } = await clientOf(server)
    expect(client.getBooleanValue('pro', false)).toBe(false)
    // The stream announces the current version as soon as it opens.
    await expect.poll(() => calls.map(({ status }) => status)).toEqual([200, 304])
    expect(calls[1]?.etag).toBe(calls[0]?.etag)
    await setContext({ ...ADA, plan: 'pro' })
    expect(client.getBooleanValue('pro', false)).toBe(true)
    expect(calls.at(-1)).toMatchObject({ status: 200 })
    await setContext({ ...ADA, plan: 'pro', unused: 'x' })
    expect(calls.at(-1)).toMatchObject({ status: 304 })
  })

  test('PROTO-31 hears of a change within a second', async () => {
    const server = await flagdeckServer()
    const { id } = await server.flags.create({ key: 'on', filters: { groups: NOBODY } })
    await server.flags.create({ key: 'other', filters: { groups: EVERYBODY } })
    const { client, calls } = await clientOf(server)
    await expect.poll(() => calls.length).toBe(2)
    const changed = nextChange(client)
    const changedAt = performance.now()
    await server.flags.update(id, { filters: { groups: EVERYBODY } })
    expect(await changed).toEqual(['on'])
    expect(performance.now() - changedAt).toBeLessThan(1000)
    expect(client.getBooleanValue('on', false)).toBe(true)
  })

  test('PROTO-32 has the last of many changes', async () => {
    const server = await flagdeckServer()
    const { client, calls } = await clientOf(server)
    await expect.poll(() => calls.length).toBe(2)
    for (let number = 0; number < 40; number++) await server.flags.create({ key: `k${number}` })
    await server.flags.create({ key: 'last', filters: { groups: EVERYBODY } })
    await expect.poll(() => client.getBooleanValue('last', false)).toBe(true)
    expect(calls.length).toBeLessThan(8)
  })

  test('PROTO-33 is told when to come back as the server stops', async () => {
    const server = await flagdeckServer()
    const response = await fetch(`${server.url}/ofrep/v1/evaluate/flags`, {
      method: 'POST',
      headers: [...connection(server).headers, ['content-type', 'application/json']],
      body: JSON.stringify({ context: ADA }),
    })
    const { eventStreams } = await response.json()
    const stream = await fetch(server.url + eventStreams[0].endpoint.requestUri)
    expect(stream.headers.get('content-type')).toBe('text/event-stream')
    const text = stream.text()
    expect(await server.server.close()).toBe(true)
    expect(await text).toMatch(/: the stream ends, please connect again\nretry: \d{3,4}\n\n$/)
  })
})

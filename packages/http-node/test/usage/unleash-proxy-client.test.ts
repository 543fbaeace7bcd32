import { InMemoryStorageProvider, UnleashClient } from 'unleash-proxy-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { EVERYBODY, type FlagdeckServer, flagdeckServer, oneOfEach } from '../openfeature/flagdeck-server.ts'
import { counted } from './counted.ts'

type ClientOptions = ConstructorParameters<typeof UnleashClient>[0]

/** A client of one user, that has requested flags once and does not refresh them. */
async function clientOf(server: FlagdeckServer, userId: string, options: Partial<ClientOptions> = {}) {
  const client = new UnleashClient({
    url: `${server.url}/api/frontend`,
    clientKey: server.project.apiToken,
    appName: 'shop',
    refreshInterval: 0,
    metricsInterval: 1e6,
    metricsIntervalInitial: 0,
    storageProvider: new InMemoryStorageProvider(),
    context: { userId, properties: { plan: 'pro' } },
    ...options,
  })
  onTestFinished(() => client.stop())
  await client.start()
  return client
}

test.for([
  ['in the query', {}],
  ['in a body', { usePOSTrequests: true }],
  ['with a slash at the end of the address', 'slash'],
] as const)('PROTO-60 unleash-proxy-client 3.8.2 gets flags with its context %s', async ([, options]) => {
  const server = await flagdeckServer()
  await oneOfEach(server)
  const paying = [{ properties: [{ key: 'plan', type: 'person' as const, value: 'pro' }] }]
  await server.flags.create({ key: 'paying', filters: { groups: paying } })
  const client = await clientOf(server, 'ada', options === 'slash' ? { url: `${server.url}/api/frontend/` } : options)
  const keys = ['on', 'out', 'disabled', 'colour', 'colour-out', 'object', 'paying', 'nope']
  expect(keys.filter((key) => client.isEnabled(key))).toEqual(['on', 'colour', 'object', 'paying'])
  expect(client.getVariant('colour')).toEqual({ name: 'blue', enabled: true, feature_enabled: true })
  expect(client.getVariant('on')).toMatchObject({ enabled: false, feature_enabled: true })
  expect(client.getVariant('object')).toMatchObject({ name: 'true', payload: { type: 'json', value: '{"a":[1]}' } })
  expect(client.getVariant('number').payload).toEqual({ type: 'number', value: '1.5' })
  expect(client.getVariant('empty-text').payload).toEqual({ type: 'string', value: '' })
})

test('PROTO-61 unleash-proxy-client is told of a change, and is not sent what it has', async () => {
  const server = await flagdeckServer()
  const { id } = await server.flags.create({ key: 'beta', active: false, filters: { groups: EVERYBODY } })
  const statuses: number[] = []
  const watched: typeof fetch = async (...args) => {
    const response = await fetch(...args)
    statuses.push(response.status)
    return response
  }
  const client = await clientOf(server, 'ada', { fetch: watched })
  expect(client.isEnabled('beta')).toBe(false)
  await client.updateToggles()
  await server.flags.enable(id)
  await client.updateToggles()
  expect([client.isEnabled('beta'), statuses]).toEqual([true, [200, 304, 200]])
})

test('PROTO-61 CAPTURE-30 unleash-proxy-client has counted what it was asked, and nothing else is', async () => {
  const server = await flagdeckServer()
  for (const key of ['asked', 'left']) await server.flags.create({ key, filters: { groups: EVERYBODY } })
  const client = await clientOf(server, 'ada')
  for (let n = 0; n < 3; n++) client.isEnabled('asked')
  const sent = new Promise((resolve) => client.once('sent', resolve))
  await client.sendMetrics()
  await sent
  expect(await counted(server.deck, server.project.id, ['flagKey', 'variant', 'source'], 'evaluations')).toEqual([
    expect.objectContaining({ flagKey: 'asked', variant: 'true', source: 'unleash', count: 3 }),
  ])
})

test('PROTO-61 unleash-proxy-client hears of a wrong key', async () => {
  const server = await flagdeckServer()
  // The client also logs the error to the console.
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => said.mockRestore())
  const client = await clientOf(server, 'ada', { clientKey: 'phc_nobody' })
  expect(client.getError()).toMatchObject({ code: 401 })
})

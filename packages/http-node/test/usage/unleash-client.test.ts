import { once } from 'node:events'
import { Unleash, UnleashEvents } from 'unleash-client'
import { expect, onTestFinished, test } from 'vitest'
import { EVERYBODY, flagdeckServer } from '../openfeature/flagdeck-server.ts'
import { counted } from './counted.ts'

const ON = { name: 'default', constraints: [], parameters: {} }
const VARIANTS = [{ name: 'red', weight: 1000, weightType: 'variable', stickiness: 'default', overrides: [] }]

test('CAPTURE-30 unleash-client 6.12.1 has its metrics counted', async () => {
  const server = await flagdeckServer()
  for (const key of ['plain', 'coloured', 'off']) await server.flags.create({ key, filters: { groups: EVERYBODY } })
  const client = new Unleash({
    appName: 'shop',
    url: `${server.url}/api/`,
    customHeaders: { Authorization: server.project.apiToken },
    // The SDK would load flags from its own service; here they are passed in.
    refreshInterval: 0,
    metricsInterval: 1e6,
    bootstrap: {
      data: [
        { name: 'plain', enabled: true, strategies: [ON] },
        { name: 'coloured', enabled: true, strategies: [ON], variants: VARIANTS },
        { name: 'off', enabled: false, strategies: [] },
      ] as never, // The type requires fields that are not needed here.
    },
  })
  onTestFinished(() => client.destroy())
  client.on(UnleashEvents.Error, () => undefined)
  await once(client, UnleashEvents.Ready)
  for (let n = 0; n < 5; n++) client.isEnabled('plain', { userId: `u${n}` })
  for (let n = 0; n < 3; n++) expect(client.getVariant('coloured', { userId: `u${n}` }).name).toBe('red')
  client.isEnabled('coloured')
  client.getVariant('off')
  const sent = once(client, UnleashEvents.Sent)
  await client.flushMetrics()
  await sent

  const { deck, project } = server
  const row = (flagKey: string, variant: string, count: number) => {
    return { flagKey, variant, source: 'unleash', sdk: 'unleash-node-sdk', count, errors: 0 }
  }
  expect(await counted(deck, project.id, ['flagKey', 'variant', 'source', 'sdk'], 'evaluations')).toEqual([
    row('coloured', 'red', 3),
    row('coloured', 'true', 1),
    row('off', 'false', 1),
    row('plain', 'true', 5),
  ])
})

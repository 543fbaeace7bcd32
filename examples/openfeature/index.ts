// The program of docs/guides/openfeature.md, each step checked. Run it with `node index.ts`.

import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { createFlagdeck, memoryStore } from '@flagdeck/core'
import { flagdeckProvider } from '@flagdeck/openfeature'
import { OpenFeature, ProviderEvents } from '@openfeature/server-sdk'

const deck = await createFlagdeck({ store: memoryStore() })
const { flags } = await deck.project()

await OpenFeature.setProviderAndWait(flagdeckProvider(deck))
const client = OpenFeature.getClient()

const everybody = { groups: [{ rollout_percentage: 100 }] }
await flags.create({ key: 'new-checkout', filters: everybody })
const variants = [
  { key: 'one-page', rollout_percentage: 50 },
  { key: 'three-pages', rollout_percentage: 50 },
]
const checkout = await flags.create({ key: 'checkout-pages', filters: { ...everybody, multivariate: { variants } } })
await flags.create({
  key: 'limits',
  isRemoteConfiguration: true,
  filters: { ...everybody, payloads: { true: { uploads: 20 } } },
})

const ada = { targetingKey: 'user-42', plan: 'pro', groups: { company: 'acme' } }
const isNew = await client.getBooleanValue('new-checkout', false, ada)
const pages = await client.getStringValue('checkout-pages', 'three-pages', ada)
const limits = await client.getObjectValue('limits', { uploads: 5 }, ada)
console.log(isNew, pages, limits)
assert.deepEqual([isNew, limits], [true, { uploads: 20 }])
assert(['one-page', 'three-pages'].includes(pages))

const { reason, variant, flagMetadata } = await client.getStringDetails('checkout-pages', 'three-pages', ada)
console.log(reason, variant, flagMetadata.version)
assert.deepEqual([reason, variant, flagMetadata.version], ['SPLIT', pages, 1])

const { value, errorCode } = await client.getNumberDetails('new-checkout', 7, ada)
console.log(value, errorCode)
assert.deepEqual([value, errorCode], [7, 'TYPE_MISMATCH'])

const changed: string[] = []
client.addHandler(ProviderEvents.ConfigurationChanged, (details) => {
  console.log(`may answer otherwise by now: ${details?.flagsChanged?.join(', ')}`)
})
client.addHandler(ProviderEvents.ConfigurationChanged, (details) => changed.push(...(details?.flagsChanged ?? [])))
client.addHandler(ProviderEvents.Stale, () => console.log('the store is away'))

client.track('checkout-pages', ada)

await flags.update(checkout.id, { active: false })
await setTimeout(100)
assert(changed.includes('checkout-pages'))

await deck.flushUsage()
const { sdks } = await flags.usage(checkout.id)
assert(sdks.some(({ sdk, exposures }) => sdk === 'openfeature' && exposures === 1))

await OpenFeature.close()
console.log(flags.isEnabled('new-checkout', { distinctId: 'user-42' }))
await deck.close()

// The programs of docs/guides/other-clients.md, each checked. Run it with `node index.ts`: it starts a server of its own.

import assert from 'node:assert/strict'
import { GoFeatureFlagProvider } from '@openfeature/go-feature-flag-provider'
import { OpenFeature } from '@openfeature/server-sdk'
import { startServer } from 'flagdeck'
import { InMemoryStorageProvider, UnleashClient } from 'unleash-proxy-client'

const server = await startServer({ port: 0, databaseUrl: 'sqlite::memory:', logLevel: 'warn', console: false })
const { personalApiKey = '', projectToken = '' } = server.credentials ?? {}
const host = server.url

/** Makes a flag for those whose plan is `pro`. */
async function newFlag(key: string, filters: object = {}): Promise<void> {
  const groups = [{ properties: [{ key: 'plan', type: 'person', value: 'pro' }], rollout_percentage: 100 }]
  const response = await fetch(`${host}/api/projects/@current/feature_flags/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${personalApiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ key, filters: { groups, ...filters } }),
  })
  assert.equal(response.status, 201)
}

const variants = [{ key: 'one-page', rollout_percentage: 100 }]
await newFlag('new-search')
await newFlag('checkout-pages', { multivariate: { variants }, payloads: { 'one-page': '{"steps":1}' } })

const unleash = new UnleashClient({
  url: `${host}/api/frontend`,
  clientKey: projectToken,
  appName: 'shop',
  context: { userId: 'user-42', properties: { plan: 'pro' } },
  storageProvider: new InMemoryStorageProvider(),
  // Its first report would come two seconds after the start, also of a client that has been stopped.
  metricsIntervalInitial: 0,
})
await unleash.start()
console.log(unleash.isEnabled('new-search'), unleash.getVariant('checkout-pages'))
assert.deepEqual([unleash.isEnabled('new-search'), unleash.isEnabled('no-such-flag')], [true, false])
assert.equal(unleash.getVariant('checkout-pages').name, 'one-page')
await unleash.sendMetrics()
unleash.stop()

await OpenFeature.setProviderAndWait(new GoFeatureFlagProvider({ endpoint: host, apiKey: projectToken }))
const client = OpenFeature.getClient()
const ada = { targetingKey: 'user-42', plan: 'pro' }
const pages = await client.getStringValue('checkout-pages', 'three-pages', ada)
console.log(await client.getBooleanValue('new-search', false, ada), pages)
assert.equal(pages, 'one-page')
await OpenFeature.close()

await server.close()

/** @jsxImportSource react */
// OpenFeature's published React SDK, unpatched, on a Flagdeck server, by OpenFeature's own OFREP provider for the web.
// The page is rendered as a server would, once before a flag is changed and once after. Any difference ends it with an error.

import assert from 'node:assert/strict'
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider'
import { OpenFeature, type Provider, ProviderEvents } from '@openfeature/react-sdk'
import { startServer } from 'flagdeck'
import { renderToStaticMarkup } from 'react-dom/server'
import { Page } from './checkout.tsx'

const server = await startServer({ port: 0, databaseUrl: 'sqlite::memory:', logLevel: 'warn' })
assert(server.credentials)
const { personalApiKey, projectToken } = server.credentials

/** Calls the REST API, as a console or a script would. */
async function api(method: string, path: string, body: unknown): Promise<{ id: number }> {
  const response = await fetch(`${server.url}/api/projects/@current/feature_flags/${path}`, {
    method,
    headers: { authorization: `Bearer ${personalApiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  assert(response.ok, `${method} ${path}: ${response.status}`)
  return (await response.json()) as { id: number }
}

const groups = [{ properties: [{ key: 'plan', type: 'person', value: 'pro' }], rollout_percentage: 100 }]
const { id } = await api('POST', '', { key: 'new-checkout', filters: { groups } })
const multivariate = { variants: [{ key: 'teal', rollout_percentage: 100 }] }
await api('POST', '', { key: 'button-colour', filters: { groups, multivariate } })

const baseUrl = server.url
await OpenFeature.setContext({ targetingKey: 'user-42', plan: 'pro' })
const provider = new OFREPWebProvider({
  baseUrl,
  headers: [['Authorization', `Bearer ${projectToken}`]],
  // Where a browser has a stream of changes, Node has none.
  pollInterval: 100,
})
await OpenFeature.setProviderAndWait(provider as Provider)

const before = renderToStaticMarkup(<Page />)
console.log(before)
assert.equal(before, '<button type="button" style="color:teal" title="TARGETING_MATCH">Pay</button>')

const changed = new Promise((resolve) => OpenFeature.addHandler(ProviderEvents.ConfigurationChanged, resolve))
await api('PATCH', `${id}/`, { active: false })
await changed

const after = renderToStaticMarkup(<Page />)
console.log(after)
assert.equal(after, '<button type="button" style="color:teal" title="TARGETING_MATCH">Next page</button>')

await OpenFeature.close()
await server.close()

// The program of docs/guides/client.md, each step checked. Run it with `node index.ts`: it starts a server of its own.

import assert from 'node:assert/strict'
import { ApiError, createClient } from '@flagdeck/client'
import { startServer } from 'flagdeck'

const server = await startServer({ port: 0, databaseUrl: 'sqlite::memory:', logLevel: 'warn', console: false })
const { url: host, credentials } = server
const apiKey = credentials?.personalApiKey ?? ''

const flagdeck = createClient({ host, apiKey })
const flag = await flagdeck.call('createFlag', { body: { key: 'new-checkout' } })
await flagdeck.call('updateFlag', { params: { id: flag.id }, body: { active: false }, ifVersion: flag.version })
for await (const { key, active } of flagdeck.items('listFlags')) console.log(key, active)

try {
  await flagdeck.call('createFlag', { body: { key: 'new-checkout' } })
} catch (error) {
  if (!(error instanceof ApiError)) throw error
  console.log(error.status, error.code, error.attr, error.detail)
  assert.deepEqual([error.status, error.code, error.attr], [400, 'unique', 'key'])
}

const { headers } = await flagdeck.send('archiveFlag', { params: { id: flag.id } })
console.log(headers.get('flagdeck-version'))

const actions: string[] = []
for await (const { activity } of flagdeck.items('exportProjectActivity')) actions.push(activity)
console.log(actions)
assert(actions.includes('created') && actions.includes('updated'))

await server.close()

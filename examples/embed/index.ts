// Feature flags inside this process, on one SQLite file: no server, no network.
// Run it with `npm start`, or with a path to keep the file: `node index.ts flags.db`.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFlagdeck } from '@flagdeck/core'
import { sqliteStore } from '@flagdeck/store-sqlite'

const [file] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'flagdeck-example-'))
const deck = await createFlagdeck({ store: sqliteStore(file ?? join(folder, 'flags.db')) })

try {
  const { flags } = await deck.project()

  const checkout = await flags.create({
    key: 'new-checkout',
    name: 'The checkout with one page instead of three',
    filters: {
      groups: [
        { properties: [{ key: 'email', type: 'person', operator: 'icontains', value: '@acme.test' }] },
        { rollout_percentage: 25 },
      ],
      payloads: { true: { color: 'blue' } },
    },
  })

  // Answers come from memory, synchronously: there is nothing to wait for.
  const users = Array.from({ length: 1000 }, (_, index) => ({ distinctId: `user-${index}` }))
  const enabled = users.filter((user) => flags.isEnabled('new-checkout', user))
  console.log(`25 % rollout: ${enabled.length} of ${users.length} users`)

  const colleague = { distinctId: 'ada', properties: { email: 'ada@acme.test' } }
  const decision = flags.evaluate('new-checkout', colleague)
  console.log(`ada: ${decision.enabled}, because: ${decision.reason.description}, payload: ${decision.payload}`)

  // A change counts from the moment its promise resolves.
  await flags.update(checkout.id, { active: false })
  console.log(`switched off: ${flags.isEnabled('new-checkout', colleague)}`)

  const { items } = await flags.activity(checkout.id)
  for (const { verb, detail } of items.toReversed()) {
    console.log(`${verb}: ${detail.changes.map((change) => change.field).join(', ') || detail.name}`)
  }
} finally {
  await deck.close()
  await rm(folder, { recursive: true, force: true })
}

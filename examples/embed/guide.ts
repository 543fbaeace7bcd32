// The programs of docs/guides/embed.md, one after the other, each checked. Run it with `node guide.ts`.

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createFlagdeck } from '@flagdeck/core'
import { sqliteStore } from '@flagdeck/store-sqlite'

const folder = await mkdtemp(join(tmpdir(), 'flagdeck-guide-'))
process.chdir(folder)

const deck = await createFlagdeck({
  store: sqliteStore('flags.db'),
  onError: (error) => console.error(error),
})
const { flags, dashboards } = await deck.project()

const flag = await flags.create({
  key: 'new-search',
  filters: {
    groups: [
      { properties: [{ key: 'plan', type: 'person', operator: 'exact', value: 'pro' }], rollout_percentage: 100 },
      { rollout_percentage: 20 },
    ],
    payloads: { true: { pageSize: 50 } },
  },
})

const ada = { distinctId: 'user-42', properties: { plan: 'pro' } }
if (flags.isEnabled('new-search', ada)) console.log('ada searches anew')

const { enabled, payload, reason } = flags.evaluate('new-search', ada)
console.log(enabled, payload, reason.description)
assert.deepEqual([enabled, payload], [true, '{"pageSize":50}'])

const snapshot = flags.snapshot()
const answers = snapshot.keys.map((key) => [key, snapshot.variant(key, ada)])
assert.deepEqual(answers, [['new-search', true]])

const everybody = { groups: [{ rollout_percentage: 100 }] }
const { changed, total } = await flags.preview(flag.id, { filters: everybody })
console.log(`${changed} of ${total} known persons would get another answer`)
await flags.update(flag.id, { filters: everybody })
assert(flags.isEnabled('new-search', { distinctId: 'anybody' }))

for (let user = 1; user <= 100; user++) flags.isEnabled('new-search', { distinctId: `user-${user}` })
await deck.context.usage.flush()

const { usageDashboardId } = await dashboards.createForFlag(flag.id)
const { results } = await dashboards.answers(usageDashboardId ?? 0)
for (const [tile, result] of results) console.log(tile, result)
assert(results.size > 0)

const other = await createFlagdeck({ store: sqliteStore('flags.db') })
const elsewhere = await other.project()
await flags.update(flag.id, { active: false })
while (elsewhere.flags.isEnabled('new-search', ada)) await setTimeout(50)
await other.close()

await deck.close()
process.chdir(tmpdir())
await rm(folder, { recursive: true, force: true })

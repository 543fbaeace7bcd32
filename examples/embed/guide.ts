// The programs of docs/guides/embed.md, one after the other, each checked. Run it with `node guide.ts`.

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createFlagdeck, DomainError } from '@flagdeck/core'
import { sqliteStore } from '@flagdeck/store-sqlite'

const folder = await mkdtemp(join(tmpdir(), 'flagdeck-guide-'))
process.chdir(folder)

const deck = await createFlagdeck({
  store: sqliteStore('flags.db'),
  onError: (error) => console.error(error),
})
const project = await deck.project()
const { flags, dashboards, cohorts, persons, groups, settings } = project

const newSearch = {
  key: 'new-search',
  filters: {
    groups: [
      { properties: [{ key: 'plan', type: 'person', operator: 'exact', value: 'pro' }], rollout_percentage: 100 },
      { rollout_percentage: 20 },
    ],
    payloads: { true: { pageSize: 50 } },
  },
} as const
const flag = (await flags.find(newSearch.key)) ?? (await flags.create(newSearch))

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
console.log(`${changed} of ${total} stored users would get a different result`)
await flags.update(flag.id, { filters: everybody })
assert(flags.isEnabled('new-search', { distinctId: 'anybody' }))

const tooMuch = { groups: [{ rollout_percentage: 101 }] }
await flags.update(flag.id, { filters: tooMuch }).catch((error: unknown) => {
  if (!(error instanceof DomainError)) throw error
  console.log(error.code, error.attr, error.path) // max_value filters groups[0].rollout_percentage
  for (const { code, path, detail } of error.violations) console.log(code, path, detail)
})
assert.equal((await flags.get(flag.id)).filters.groups[0]?.rollout_percentage, 100)

const heard: string[] = []
const stop = flags.onChange((keys) => {
  console.log(`may answer otherwise by now: ${keys.join(', ')}`)
})
flags.onChange((keys) => heard.push(...keys))

const pro = { key: 'plan', type: 'person', value: 'pro' } as const
const paying = await cohorts.create({ name: 'Paying', filters: { properties: { type: 'AND', values: [pro] } } })
const testers = await cohorts.create({ name: 'Testers', isStatic: true })
await cohorts.addMembers(testers.id, ['user-1', 'user-2'])
await persons.update('user-42', { properties: { plan: 'pro' } })
if ((await groups.types()).length === 0) await groups.addType({ name: 'company' })
await groups.save({ groupTypeIndex: 0, key: 'acme', properties: { size: 12 } })
await settings.update({ timezone: 'Europe/Berlin' })
const inCohort = { key: 'id', type: 'cohort', value: paying.id } as const
await flags.create({ key: 'invoices', owner: 'Billing', filters: { groups: [{ properties: [inCohort] }] } })

const { items } = await flags.decisions({ distinctId: 'user-42', groups: { company: 'acme' } })
for (const { decision } of items) console.log(decision.key, decision.enabled, decision.reason.description)
assert.deepEqual(
  items.map(({ decision }) => [decision.key, decision.enabled]),
  [
    ['invoices', true],
    ['new-search', true],
  ],
)

const { status, owner, reason: because } = await flags.status(flag.id)
console.log(`${status}, looked after by ${owner || 'nobody'}: ${because}`)

const tried = await project.dryRun((trial) => trial.flags.archive(flag.id))
console.log(`archived: ${tried.archived}, if it were done`)
assert.deepEqual([tried.archived, (await flags.get(flag.id)).archived], [true, false])

await setTimeout(100)
stop()
assert.deepEqual([...new Set(heard)].sort(), ['invoices', 'new-search'])

for (let user = 1; user <= 100; user++) flags.isEnabled('new-search', { distinctId: `user-${user}` })
await deck.flushUsage()
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

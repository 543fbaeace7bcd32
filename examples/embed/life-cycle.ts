// The program of docs/guides/life-cycle.md, each step checked. Run it with `node life-cycle.ts`.

import assert from 'node:assert/strict'
import { createFlagdeck, memoryStore } from '@flagdeck/core'

const DAY_MS = 86_400_000
let now = Date.now() - 40 * DAY_MS
const deck = await createFlagdeck({ store: memoryStore(), clock: () => now })
const before = await deck.project()

// Forty days ago somebody made three flags, and nobody ever asked for them.
for (const user of ['ada', 'bob']) await before.persons.update(user, { properties: { plan: 'pro' } })
const everybody = { groups: [{ rollout_percentage: 100 }] }
const checkout = await before.flags.create({ key: 'new-checkout', owner: 'Checkout', filters: everybody })
const banner = await before.flags.create({ key: 'old-banner', filters: everybody })
const looksAtIt = { key: String(checkout.id), type: 'flag', operator: 'flag_evaluates_to', value: true } as const
const invoices = await before.flags.create({ key: 'invoices', filters: { groups: [{ properties: [looksAtIt] }] } })
now = Date.now()

await before.settings.update({ staleness: { notCalledDays: 30, neverCalledDays: 14, rolledOutDays: 90 } })
const project = await deck.project()
const { flags, cohorts } = project

const stale = await flags.list({ active: 'STALE', order: 'key' })
for (const { id, key } of stale.items) {
  const { reason, owner } = await flags.status(id)
  console.log(`${key} (${owner || 'nobody'}): ${reason}`)
}
assert.deepEqual(
  stale.items.map(({ key }) => key),
  ['invoices', 'new-checkout', 'old-banner'],
)

const keepIt = await flags.dependents(checkout.id)
console.log(keepIt.map(({ key }) => key))
assert.deepEqual(
  keepIt.map(({ key }) => key),
  ['invoices'],
)

const tried = await project.dryRun((trial) => trial.flags.archive(banner.id))
const { changed, total } = await flags.preview(banner.id, { archived: true, active: false })
console.log(`version ${tried.version}: ${changed} of ${total} stored users would get a different result`)
assert.deepEqual([tried.version, changed, total], [2, 2, 2])
assert.equal((await flags.get(banner.id)).version, 1)

await flags.archive(banner.id)
assert(!flags.isEnabled('old-banner', { distinctId: 'ada' }))

for (const { version, fields, user } of (await flags.versions(banner.id)).items) {
  console.log(version, user?.email ?? 'system', fields.join(', '))
}
for (const change of await flags.difference(banner.id, 1)) console.log(change.field, change.before, change.after)
const restored = await flags.restore(banner.id, 1)
console.log(restored.version, restored.active)
assert.deepEqual([restored.version, restored.active, restored.archived], [3, true, false])
assert.deepEqual(await flags.difference(banner.id, 1, 3), [])

const ids = await flags.matchingIds({ active: 'STALE' })
await flags.updateTags({ ids: [...ids], action: 'add', tags: ['to-remove'] })
assert.equal((await flags.get(checkout.id)).tags[0], 'to-remove')

const trial = await project.dryRun((once) => once.flags.deleteMany({ ids: [checkout.id] }))
console.log(trial.errors)
assert.deepEqual([trial.deleted.length, trial.errors.length], [0, 1])

const { deleted } = await flags.deleteMany({ ids: [checkout.id, invoices.id] })
for (const { key, rolloutState } of deleted) console.log(key, rolloutState)
assert.deepEqual(
  deleted.map(({ key, rolloutState }) => [key, rolloutState]),
  [
    ['new-checkout', 'fully_rolled_out'],
    ['invoices', 'partial'],
  ],
)

const gone = await flags.list({ deleted: 'true' })
console.log(gone.items.map(({ key }) => key))
await flags.restore(checkout.id)
await flags.restore(invoices.id)
assert.equal(gone.count, 2)
assert(flags.isEnabled('invoices', { distinctId: 'ada' }))

const pro = { type: 'AND', values: [{ key: 'plan', type: 'person', value: 'pro' }] } as const
const draft = await project.dryRun((once) => once.cohorts.create({ name: 'Paying', filters: { properties: pro } }))
console.log(draft.name)
assert.equal((await cohorts.list()).count, 0)

const paying = await cohorts.create({ name: 'Paying', filters: { properties: pro } })
await cohorts.update(paying.id, { name: 'Customers' })
await cohorts.restore(paying.id, 1)
assert.equal((await cohorts.get(paying.id)).name, 'Paying')

await deck.close()

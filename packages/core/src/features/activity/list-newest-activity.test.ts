import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../data/memory/memory-store.ts'
import type { Store } from '../../data/store.ts'
import type { ActivityReader } from '../../data/tables/activity-table.ts'
import { type TestDeckOptions, testDeck } from '../../testing/test-deck.ts'
import { createFlag } from '../flags/create-flag.ts'
import { updateFlag } from '../flags/update-flag.ts'
import { listNewestActivity } from './list-newest-activity.ts'
import type { NewestFilter } from './newest-reader.ts'

const HOUR_MS = 3_600_000

async function busyProject(options: TestDeckOptions = {}) {
  const deck = await testDeck(options)
  const member = await deck.as(deck.member)
  const flag = await deck.flags.create({ key: 'a' })
  await deck.dashboards.create({ name: 'Board' })
  await updateFlag(member, flag.id, { name: 'Of a member' })
  await deck.flags.update(flag.id, { name: 'Of the system' })
  await updateFlag(member, flag.id, { active: false })
  await createFlag(member, { key: 'b' })
  const told = async (filter: NewestFilter = {}) => {
    const { items, next } = await listNewestActivity(deck.context, filter)
    return { told: items.map(({ verb, detail }) => `${verb} ${detail.name}`), next, items }
  }
  return { ...deck, told }
}

/** Returns a store that counts its reads of the activity. */
function countingStore(store: Store, calls: { findRange: number; listNewest: number; entries: number }): Store {
  const counted = (activity: ActivityReader): ActivityReader => ({
    ...activity,
    findRange(...args) {
      calls.findRange++
      return activity.findRange(...args)
    },
    listNewest(projectId, query, limit) {
      calls.listNewest++
      calls.entries += limit
      return activity.listNewest(projectId, query, limit)
    },
  })
  return { ...store, read: (work) => store.read((tx) => work({ ...tx, activity: counted(tx.activity) })) }
}

describe('the newest activity of a project', () => {
  it('ACT-15 is that of every kind, the newest first, in parts', async () => {
    const { told, flags } = await busyProject()
    const all = ['created b', 'updated a', 'updated a', 'updated a', 'created Board', 'created a']
    expect(await told()).toMatchObject({ told: all, next: null })
    const first = await told({ limit: 4 })
    expect(first.told).toEqual(all.slice(0, 4))
    await flags.create({ key: 'meanwhile' })
    expect(await told({ limit: 4, before: first.next ?? 0 })).toMatchObject({ told: all.slice(4), next: null })
    expect(await told({ scope: 'Dashboard' })).toMatchObject({ told: ['created Board'], next: null })
  })

  it('ACT-15 is what one person did, with what changed then and not what others changed between', async () => {
    const { told, member } = await busyProject()
    const { told: names, items } = await told({ user: member.uuid })
    expect(names).toEqual(['created b', 'updated a', 'updated a'])
    const changed = items.map(({ detail }) => detail.changes.map(({ field, after }) => [field, after]))
    expect(items.map(({ version }) => version)).toEqual([1, 4, 2])
    expect(changed[1]).toContainEqual(['active', false])
    expect(changed[1]).not.toContainEqual(['name', 'Of the system'])
    expect(changed[2]).toContainEqual(['name', 'Of a member'])
    expect(await told({ user: crypto.randomUUID() })).toMatchObject({ told: [], next: null })
  })

  it('ACT-15 refuses what it does not know, and ACT-7 takes the scope activity_log:read', async () => {
    const { told, as, member } = await busyProject()
    await expect(told({ user: 'ana' })).rejects.toMatchObject({ attr: 'user' })
    await expect(told({ limit: 1001 })).rejects.toMatchObject({ attr: 'limit' })
    const other = await as(member, { scopes: ['insight:read'] })
    await expect(listNewestActivity(other)).rejects.toMatchObject({ kind: 'permission_denied' })
  })

  it('ACT-26 is that of one record, of every kind with its id or of one', async () => {
    const { told, flags } = await busyProject()
    const id = String((await flags.find('a'))?.id)
    const updates = ['updated a', 'updated a', 'updated a', 'created a']
    expect((await told({ scope: 'FeatureFlag', itemId: id })).told).toEqual(updates)
    const { items } = await told({ itemId: id })
    expect(items.length).toBeGreaterThanOrEqual(updates.length)
    expect(items.every(({ itemId }) => itemId === id)).toBe(true)
    expect((await told({ scope: 'Cohort', itemId: id })).told).toEqual([])
  })

  it('ACT-27 is that of a range of time, each entry with its own changes', async () => {
    const { told, flags, clock } = await busyProject()
    const timeIn = (hours: number) => new Date(clock() + hours * HOUR_MS).toISOString()
    const { id } = await flags.create({ key: 'dated', name: 'First' })
    clock.advance(HOUR_MS)
    await flags.update(id, { name: 'Second' })
    clock.advance(HOUR_MS)
    await flags.update(id, { name: 'Third' })
    expect((await told({ dateFrom: timeIn(0) })).told).toEqual(['updated dated'])
    const { told: names, items } = await told({ dateFrom: timeIn(-1), dateTo: timeIn(0) })
    expect(names).toEqual(['updated dated'])
    const change = items[0]?.detail.changes.find(({ field }) => field === 'name')
    expect(change).toMatchObject({ before: 'First', after: 'Second' })
    expect((await told({ dateTo: timeIn(-1), limit: 1 })).told).toEqual(['created dated'])
    await expect(told({ dateFrom: 'yesterday' })).rejects.toMatchObject({ attr: 'dateFrom' })
  })

  it('ACT-28 finds text in names, users and values, whatever its case', async () => {
    const { told, member, flags } = await busyProject()
    await flags.create({ key: 'needle', name: 'x' })
    expect((await told({ search: 'NEEDLE' })).told).toEqual(['created needle'])
    expect((await told({ search: ' of a member ' })).told).toEqual(['updated a', 'updated a'])
    expect((await told({ search: member.email })).told).toEqual(['created b', 'updated a', 'updated a'])
    expect(await told({ search: 'no entry has this' })).toMatchObject({ told: [], next: null })
    await expect(told({ search: 'x'.repeat(201) })).rejects.toMatchObject({ attr: 'search' })
  })

  it('ACT-28 reads a bounded number of entries for one part, and the parts together have every match once', async () => {
    const { told, cohorts } = await busyProject()
    for (let n = 0; n < 1100; n++)
      await cohorts.create({ name: n % 100 === 0 ? `match ${n}` : `other ${n}`, isStatic: true })
    const found: string[] = []
    let parts = 0
    for (let next: number | null = Number.MAX_SAFE_INTEGER; next !== null; parts++) {
      const part = await told({ search: 'match', before: next })
      found.push(...part.told)
      next = part.next
    }
    expect(found).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((n) => `created match ${n * 100}`))
    expect(parts).toBe(2)
    const few = await told({ search: 'match', limit: 2 })
    expect(few.told.length).toBeLessThanOrEqual(2)
    expect(few.next).not.toBeNull()
  })

  it('ACT-35 searches keys and values as users see them, and not their JSON', async () => {
    const { told, flags } = await busyProject()
    const condition = { properties: [{ key: 'plan', value: ['pro', 'team'], type: 'person' as const }] }
    // Random ids of other entries contain no point.
    const groups = [{ ...condition, rollout_percentage: 41.75 }]
    const { id } = await flags.create({ key: 'texts' })
    await flags.update(id, { name: 'one\nbeta "quoted" back\\slash', filters: { groups } })
    const found = async (search: string) => (await told({ search })).told
    for (const search of [
      'one\nbeta',
      'ONE',
      'beta "quoted"',
      'k\\slash',
      'rollout_percentage',
      '41.75',
      'pro',
      'team',
    ]) {
      expect(await found(search), search).toEqual(['updated texts'])
    }
    for (const search of [',', 'nbeta', '\\"', '[{', '"rollout_percentage":41.75', 'pro,team', 'null']) {
      expect(await found(search), search).toEqual([])
    }
  })

  it('ACT-33 treats a blank search as none', async () => {
    const { told } = await busyProject()
    expect((await told({ search: ' \n ' })).told).toEqual((await told()).told)
    expect((await told({ search: '', limit: 2 })).told).toHaveLength(2)
  })

  it.each([' ', 'e'])('ACT-36 ends a part early when its entries are large, with search "%s"', async (search) => {
    const { told, flags } = await busyProject()
    const { id } = await flags.create({ key: 'large' })
    for (let n = 0; n < 25; n++) {
      await flags.update(id, {
        filters: { groups: [{}], payloads: { true: JSON.stringify(`${n}`.padEnd(400_000, 'e')) } },
      })
    }
    const names: string[] = []
    let parts = 0
    for (let next: number | null = Number.MAX_SAFE_INTEGER; next !== null; parts++) {
      const part = await told({ search, before: next, limit: 1000 })
      names.push(...part.told)
      next = part.next
    }
    expect(names.filter((name) => name === 'updated large')).toHaveLength(25)
    expect(parts).toBeGreaterThan(1)
  })

  it('ACT-34 finds a range of dates once for a search, and reads as many entries a step with any limit', async () => {
    const store = memoryStore()
    const { cohorts, context } = await busyProject({ store })
    for (let n = 0; n < 1100; n++) await cohorts.create({ name: `other ${n}`, isStatic: true })
    for (const limit of [1, 1000]) {
      const calls = { findRange: 0, listNewest: 0, entries: 0 }
      const counting = { ...context, store: countingStore(store, calls) }
      const filter = { search: 'no entry has this', dateFrom: '2000-01-01', limit }
      const { items, next } = await listNewestActivity(counting, filter)
      expect([items, next === null]).toEqual([[], false])
      // The first step reads three entries, and each other step 25: one entry more than it searches.
      expect(calls).toEqual({ findRange: 1, listNewest: 41, entries: 1041 })
    }
  })

  it('ACT-34 returns every match once, however many matches a step has', async () => {
    const { told, cohorts } = await busyProject()
    for (let n = 0; n < 60; n++)
      await cohorts.create({ name: n % 3 === 0 ? `match ${n}` : `other ${n}`, isStatic: true })
    const expected = Array.from({ length: 20 }, (_, n) => `created match ${57 - 3 * n}`)
    for (const limit of [1, 2, 7]) {
      const found: string[] = []
      for (let next: number | null = Number.MAX_SAFE_INTEGER; next !== null; ) {
        const part = await told({ search: 'match', before: next, limit })
        expect(part.told.length).toBeLessThanOrEqual(limit)
        found.push(...part.told)
        next = part.next
      }
      expect(found).toEqual(expected)
    }
  })

  it('ACT-28 finds nothing in payloads that are encrypted', async () => {
    const { told, flags } = await busyProject({ encryptionKey: new Uint8Array(32).fill(7) })
    const payloads = (secret: string) => ({ filters: { groups: [{}], payloads: { true: `"${secret}"` } } })
    const { id } = await flags.create({ key: 'vault', isRemoteConfiguration: true, ...payloads('open sesame') })
    await flags.update(id, payloads('open barley'))
    expect((await told({ search: 'sesame' })).told).toEqual(['updated vault'])
    await flags.update(id, { hasEncryptedPayloads: true, ...payloads('open rye') })
    expect((await told({ search: 'sesame' })).told).toEqual([])
  })
})

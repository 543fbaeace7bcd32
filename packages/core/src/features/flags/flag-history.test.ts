import { describe, expect, it } from 'vitest'
import { testDeck } from '../../testing/test-deck.ts'

/** Values that are many times larger than the limit of an entry. */
const VALUES = Array.from({ length: 2000 }, (_, n) => `user-${n}@example.test`)

describe('what is kept of a flag', () => {
  it('HIST-2 grows with what changes, to twice that at most, and not with the flag', async () => {
    const { context, store, flags } = await testDeck()
    const value = { key: 'email', type: 'person', operator: 'exact', value: VALUES } as const
    const { id } = await flags.create({ key: 'a', filters: { groups: [{ properties: [value] }] } })
    for (let n = 1; n <= 100; n++) await flags.update(id, { active: n % 2 === 0 })
    const item = { scope: 'FeatureFlag', itemId: String(id) } as const
    const { items } = await store.read((tx) =>
      tx.activity.listVersions(context.project.id, item, { limit: 1000, offset: 0 }),
    )
    expect(items.length).toBe(101)
    const kept = items.map((entry) => JSON.stringify([entry.step, entry.detail]).length)
    expect(Math.max(...kept)).toBeLessThan(300)
  })

  it('HIST-2 never asks for a longer way back than the state is', async () => {
    const { context, store, flags } = await testDeck()
    const { id } = await flags.create({ key: 'a' })
    for (let n = 1; n <= 50; n++) await flags.update(id, { name: `name ${n}` })
    const longest = await store.read(async (tx) => {
      const ways = Array.from({ length: 50 }, (_, n) =>
        tx.activity.stepsAfter(context.project.id, 'FeatureFlag', [{ itemId: String(id), version: n + 1 }]),
      )
      return Math.max(...(await Promise.all(ways)).map((way) => JSON.stringify(way).length))
    })
    expect(longest).toBeLessThan(3 * JSON.stringify(await flags.get(id)).length)
  })

  it('HIST-3 tells every change before and after, behind keyframes too', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'a' })
    for (let n = 1; n <= 50; n++) await flags.update(id, { name: `name ${n}` })
    for (const page of [{ limit: 100 }, { limit: 7, offset: 11 }, { limit: 3, offset: 46 }]) {
      const { items } = await flags.activity(id, page)
      const told = items.filter(({ verb }) => verb === 'updated').map(({ detail }) => detail.changes)
      expect(told.length).toBeGreaterThan(2)
      for (const [name, version] of told) {
        const n = Number(version?.before)
        expect(name).toMatchObject({ field: 'name', before: n === 1 ? '' : `name ${n - 1}`, after: `name ${n}` })
        expect(version).toMatchObject({ field: 'version', after: n + 1 })
      }
    }
  })

  it('HIST-3 tells of the key that a deleted flag had to give up', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'a' })
    await flags.delete(id)
    await flags.create({ key: 'a' })
    await flags.restore(id)
    const keys = (await flags.activity(id)).items.map(({ detail }) =>
      detail.changes.flatMap(({ field, before, after }) => (field === 'key' ? [before, after] : [])),
    )
    expect(keys).toEqual([[`a:deleted:${id}`, 'a-2'], ['a', `a:deleted:${id}`], [], []])
  })
})

import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../foundation/time/durations.ts'
import { testDeck } from '../../../testing/test-deck.ts'
import { listInsightActivity } from './list-insight-activity.ts'
import { listTrendingInsights } from './list-trending-insights.ts'

describe('trending insights', () => {
  it('INSIGHT-58 are the live ones that were modified lately, the last modified first', async () => {
    const { insights, clock } = await testDeck()
    const old = await insights.create({ name: 'old' })
    const first = await insights.create({ name: 'first' })
    clock.advance(8 * DAY_MS)
    await insights.create({ name: 'second' })
    const gone = await insights.create({ name: 'gone' })
    clock.advance(1000)
    await insights.update(first.id, { description: 'changed' })
    await insights.delete(gone.id)
    const names = async (days?: number) => (await insights.trending(days)).items.map(({ name }) => name)
    expect(await names()).toEqual(['first', 'second'])
    expect(await names(9)).toEqual(['first', 'second', 'old'])
    clock.advance(2 * DAY_MS)
    expect(await names(1)).toEqual([])
    expect(await insights.trending(30, { limit: 1, offset: 2 })).toMatchObject({
      count: 3,
      items: [{ id: old.id }],
    })
  })

  it('INSIGHT-58 takes the right to read insights', async () => {
    const { as, member } = await testDeck()
    const stranger = await as(member, { scopes: ['dashboard:read'] })
    const page = { limit: 10, offset: 0 }
    await expect(listTrendingInsights(stranger, undefined, page)).rejects.toMatchObject({ kind: 'permission_denied' })
  })

  it('INSIGHT-60 refuses days that are no integer from 1 to 3,650', async () => {
    const { insights } = await testDeck()
    for (const days of [0, -1, 1.5, 3651, Number.NaN]) {
      await expect(insights.trending(days)).rejects.toMatchObject({ kind: 'validation', attr: 'days' })
    }
  })
})

describe('the activity of insights', () => {
  it('ACT-20 is that of all, or of one by id or short id, deleted or not', async () => {
    const { insights } = await testDeck()
    const one = await insights.create({ name: 'one' })
    await insights.create({ name: 'two' })
    await insights.update(one.id, { name: 'three' })
    await insights.delete(one.id)
    const verbs = async (id?: number | string) => (await insights.activity(id)).items.map(({ verb }) => verb)
    expect(await verbs()).toEqual(['deleted', 'updated', 'created', 'created'])
    expect(await verbs(one.id)).toEqual(['deleted', 'updated', 'created'])
    expect(await verbs(one.shortId)).toEqual(['deleted', 'updated', 'created'])
    expect((await insights.activity(undefined, { limit: 1, offset: 1 })).count).toBe(4)
    await expect(verbs(one.id + 1000)).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('ACT-20 takes the right to read insights or the activity', async () => {
    const { as, member } = await testDeck()
    const page = { limit: 10, offset: 0 }
    for (const scope of ['insight:read', 'activity_log:read'] as const) {
      const ctx = await as(member, { scopes: [scope] })
      await expect(listInsightActivity(ctx, page)).resolves.toMatchObject({ count: 0 })
    }
    const stranger = await as(member, { scopes: ['dashboard:read'] })
    await expect(listInsightActivity(stranger, page)).rejects.toMatchObject({ kind: 'permission_denied' })
  })
})

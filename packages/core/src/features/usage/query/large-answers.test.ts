import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../../data/memory/memory-store.ts'
import type { Store } from '../../../data/store.ts'
import { testCall } from '../../../testing/insights/flag-call.ts'
import { shownAs, trendsQuery, usageDesk } from '../../../testing/insights/usage-desk.ts'
import { testDeck } from '../../../testing/test-deck.ts'
import type { asUnsupported } from './query-part.ts'

const CALLED = { kind: 'EventsNode', event: '$feature_flag_called' }
const many = (count: number) => ({ series: Array.from({ length: count }, () => CALLED) })
/** A range with 9,984 points, most of them in the future. */
const LONG = { interval: 'hour', dateRange: { date_from: '2026-11-20', date_to: '2028-01-09' } }
const BY_FLAG = { breakdownFilter: { breakdown: '$feature_flag', breakdown_limit: 1_000_000 } }
const TOO_MANY = 'A TrendsQuery can have at most 25 series.'
const TOO_LARGE = /^The result would have more than 100,000 points \(items times intervals\): /

const errorOf = (result: object) => (result as ReturnType<typeof asUnsupported>).error?.message

/** Returns a store that counts the queries for usage. */
function watched(store: Store): { readonly store: Store; asked: number } {
  const watch = { store: { ...store }, asked: 0 }
  watch.store.read = (work, ...rest) =>
    store.read(
      (tx) => {
        const sum: typeof tx.usageCounts.sum = (...query) => {
          watch.asked++
          return tx.usageCounts.sum(...query)
        }
        return work({ ...tx, usageCounts: { ...tx.usageCounts, sum } })
      },
      ...rest,
    )
  return watch
}

describe('series', () => {
  it('INSIGHT-9 are 25 at most: more are refused when they are written, bare or in a node', async () => {
    const { deck, project } = await testDeck()
    const { insights } = await deck.project(project.id)
    for (const query of [trendsQuery(many(26)), { kind: 'InsightVizNode', source: trendsQuery(many(26)) }]) {
      await expect(insights.create({ name: 'large', query })).rejects.toThrow(TOO_MANY)
    }
    const kept = await insights.create({ name: 'as many as there can be', query: trendsQuery(many(25)) })
    await expect(insights.update(kept.id, { query: trendsQuery(many(26)) })).rejects.toThrow(TOO_MANY)
  })

  it('INSIGHT-9 are 25 at most: more that are stored already are answered with an error', async () => {
    const desk = await usageDesk()
    expect(await desk.items(trendsQuery(many(25)))).toHaveLength(25)
    expect(errorOf(await desk.ask(trendsQuery(many(26))))).toBe(TOO_MANY)
  })

  it('INSIGHT-9 have names of 400 characters at most in an answer', async () => {
    const desk = await usageDesk()
    const series = [{ ...CALLED, name: 'n'.repeat(5000), custom_name: 'c'.repeat(5000) }]
    const [item] = await desk.items(trendsQuery({ series }))
    expect([item?.action.name, item?.action.customName]).toEqual(['n'.repeat(400), 'c'.repeat(400)])
  })
})

describe('an answer', () => {
  it('INSIGHT-27 has 100,000 points at most, and more are refused before anything is read', async () => {
    const watch = watched(memoryStore())
    const desk = await usageDesk({ store: watch.store })
    expect(await desk.items(trendsQuery({ ...LONG, ...many(10) }))).toHaveLength(10)
    watch.asked = 0
    expect(errorOf(await desk.ask(trendsQuery({ ...LONG, ...many(11) })))).toMatch(TOO_LARGE)
    const compared = { ...LONG, ...many(6), compareFilter: { compare: true } }
    expect(errorOf(await desk.ask(trendsQuery(compared)))).toMatch(TOO_LARGE)
    expect(watch.asked).toBe(0)
  })

  it('INSIGHT-27 counts the values of a breakdown in, before their steps are read', async () => {
    const watch = watched(memoryStore())
    const desk = await usageDesk({ store: watch.store })
    await desk.keep(...Array.from({ length: 11 }, (_, n) => testCall('2026-11-20T07:00:00Z', { flagKey: `flag ${n}` })))
    watch.asked = 0
    expect(errorOf(await desk.ask(trendsQuery({ ...LONG, ...BY_FLAG })))).toMatch(TOO_LARGE)
    const users = { series: [{ ...CALLED, math: 'dau' }] }
    expect(errorOf(await desk.ask(trendsQuery({ ...LONG, ...BY_FLAG, ...users })))).toMatch(TOO_LARGE)
    const few = { breakdownFilter: { ...BY_FLAG.breakdownFilter, breakdown_limit: 5 } }
    expect(await desk.items(trendsQuery({ ...LONG, ...few }))).toHaveLength(6)
  })

  it('INSIGHT-27 has 5,000 items at most', async () => {
    const desk = await usageDesk()
    await desk.keep(
      ...Array.from({ length: 201 }, (_, n) => testCall('2026-11-20T07:00:00Z', { flagKey: `flag ${n}` })),
    )
    const query = { ...BY_FLAG, ...many(25), ...shownAs('ActionsTable') }
    expect(errorOf(await desk.ask(trendsQuery(query)))).toMatch(/^The result would have more than 5,000 items: /)
    expect(await desk.items(trendsQuery({ ...query, ...many(24) }))).toHaveLength(24 * 201)
  })
})

describe('a dashboard', () => {
  it('INSIGHT-27 has room for all its tiles together, and says which have none', async () => {
    const { deck, project, clock } = await testDeck()
    const { dashboards, insights } = await deck.project(project.id)
    const dashboard = await dashboards.create({ name: 'large' })
    const until = new Date(clock() + 9999 * 3_600_000).toISOString()
    const hours = { interval: 'hour', dateRange: { date_from: new Date(clock()).toISOString(), date_to: until } }
    const queries = [trendsQuery({ ...hours, ...many(7) }), trendsQuery({ ...hours, ...many(4) }), trendsQuery()]
    for (const query of queries) await insights.create({ query, dashboardIds: [dashboard.id] })
    const { results } = await dashboards.answers(dashboard.id)
    const [first, second, third] = [...results.values()]
    expect(first?.result).toHaveLength(7)
    expect(second).toMatchObject({ result: null })
    expect(errorOf(second ?? {})).toContain('including the 70,000 of the previous tiles')
    // Rejected queries do not use the limit.
    expect(third?.result).toHaveLength(1)
  })
})

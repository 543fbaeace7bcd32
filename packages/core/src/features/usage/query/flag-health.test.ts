import { describe, expect, it } from 'vitest'
import { timestampOf } from '../../../foundation/time/timestamp.ts'
import { keepCalls, testCall } from '../../../testing/insights/flag-call.ts'
import { testDeck } from '../../../testing/test-deck.ts'
import type { HealthReport } from './flag-health-query.ts'
import { runInsightQuery } from './run-insight-query.ts'

const DAY_MS = 86_400_000
const OPEN = { groups: [{ rollout_percentage: 100 }] }
const partly = (percentage: number) => ({ groups: [{ rollout_percentage: percentage }] })

async function healthDesk() {
  const deck = await testDeck()
  const { project, store, clock } = deck
  const report = async (name: HealthReport) => {
    const query = { kind: 'FlagHealthQuery', report: name }
    return (await store.read((tx) => runInsightQuery(tx, project, query, { now: clock() }))).result
  }
  const see = (flagKey: string, at: number) => {
    const seen = timestampOf(at)
    const lastly = { lastVariant: 'true', lastSdk: 'posthog-node' }
    const row = { projectId: project.id, flagKey, firstSeen: seen, lastSeen: seen, ...lastly }
    return store.write((tx) => tx.seenFlags.note([row]))
  }
  return { ...deck, report, see }
}

describe('flags to look after', () => {
  it('INSIGHT-41 are stale ones, the longest unused first', async () => {
    const { flags, clock, report, see } = await healthDesk()
    const old = await flags.create({ key: 'old', name: 'Old one', filters: OPEN })
    await flags.create({ key: 'older', filters: partly(5) })
    await flags.create({ key: 'decided', filters: OPEN })
    await flags.create({ key: 'used', filters: OPEN })
    await see('old', clock())
    await see('older', clock() - DAY_MS)
    clock.advance(31 * DAY_MS)
    await see('used', clock())
    expect(await report('stale')).toMatchObject([
      { key: 'older', reason: 'Flag has not been called in 32 days' },
      {
        id: old.id,
        key: 'old',
        name: 'Old one',
        reason: 'Flag has not been called in 31 days',
        createdAt: old.createdAt,
        lastCalledAt: timestampOf(clock() - 31 * DAY_MS),
      },
      { key: 'decided', reason: 'This boolean flag will always evaluate to "true"', lastCalledAt: null },
    ])
  })

  it('INSIGHT-42 are unknown ones, the most asked first', async () => {
    const { store, project, clock, report } = await healthDesk()
    const seen = { firstSeen: timestampOf(clock()), lastSeen: timestampOf(clock() + 5), lastSdk: 'web' }
    const unknown = [
      { projectId: project.id, flagKey: 'typo', count: 3, ...seen },
      { projectId: project.id, flagKey: 'gone', count: 40, ...seen },
    ]
    await store.write((tx) => tx.seenFlags.noteUnknown(unknown, 1000))
    expect(await report('unknown')).toEqual([
      { key: 'gone', count: 40, ...seen },
      { key: 'typo', count: 3, ...seen },
    ])
  })

  it('INSIGHT-43 are those on their way, the last changed first, with their calls', async () => {
    const { flags, clock, store, project, report } = await healthDesk()
    const growing = await flags.create({ key: 'growing', filters: partly(5) })
    clock.advance(1000)
    const split = ['a', 'b'].map((key) => ({ key, rollout_percentage: 50 }))
    const targeted = { groups: [{ properties: [{ key: 'plan', type: 'person', value: 'pro' }] }] } as const
    await flags.create({ key: 'tested', filters: { ...targeted, multivariate: { variants: split } } })
    await flags.create({ key: 'everywhere', filters: OPEN })
    await flags.create({ key: 'off', active: false, filters: partly(5) })
    clock.advance(1000)
    const changed = await flags.update(growing.id, { name: 'Growing', filters: partly(10) })
    const calls = [testCall(clock()), testCall(clock() - 6 * DAY_MS), testCall(clock() - 7 * DAY_MS)]
    await store.write((tx) => keepCalls(tx, project, [...calls.map((call) => ({ ...call, flagKey: 'growing' }))]))
    expect(await report('rollout')).toEqual([
      {
        id: growing.id,
        key: 'growing',
        name: 'Growing',
        rolloutPercentage: 10,
        variants: [],
        updatedAt: changed.updatedAt,
        lastCalledAt: null,
        exposures: 2,
        evaluations: 0,
      },
      expect.objectContaining({
        key: 'tested',
        rolloutPercentage: null,
        variants: [
          { key: 'a', rolloutPercentage: 50 },
          { key: 'b', rolloutPercentage: 50 },
        ],
        exposures: 0,
      }),
    ])
  })

  it('INSIGHT-40 are a hundred at most', async () => {
    const { flags, report } = await healthDesk()
    for (let index = 0; index < 101; index++) await flags.create({ key: `flag-${index}`, filters: partly(5) })
    expect(await report('rollout')).toHaveLength(100)
    expect(await report('stale')).toEqual([])
    expect(await report('unknown')).toEqual([])
  })
})

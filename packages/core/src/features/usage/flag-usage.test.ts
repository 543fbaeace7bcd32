import { describe, expect, it } from 'vitest'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import { keepCalls, testCall } from '../../testing/insights/flag-call.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { flagUsage } from './flag-usage.ts'
import type { FlagUsageInput } from './flag-usage-input.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Returns a deck with the flag `new-checkout`, at noon on 1 January 2026 UTC. */
async function usedFlag(timezone = 'UTC') {
  const deck = await testDeck({ project: { timezone } })
  const { project, store, clock } = deck
  const flag = await deck.flags.create({ key: 'new-checkout' })
  const ctx = await deck.as(deck.owner)
  const keep = (...calls: readonly ReturnType<typeof testCall>[]) => store.write((tx) => keepCalls(tx, project, calls))
  const usage = (input: FlagUsageInput = {}) => flagUsage(ctx, flag.id, input)
  return { ...deck, flag, ctx, keep, usage, now: clock() }
}

describe('the usage of a flag', () => {
  it('INSIGHT-50 has users of a range united over its steps', async () => {
    const { keep, usage, now } = await usedFlag()
    await keep(
      testCall(now, { user: 'ada' }),
      testCall(now - DAY_MS, { user: 'ada' }),
      testCall(now - DAY_MS, { user: 'bob', variant: 'false' }),
      testCall(now, { user: 'eve', flagKey: 'other' }),
    )
    const { buckets, totals, byVariant } = await usage({ dateFrom: '-1d' })
    expect(buckets.map(({ start, users, count }) => [start, users, count])).toEqual([
      ['2025-12-31', 2, 2],
      ['2026-01-01', 1, 1],
    ])
    expect(totals).toEqual({ exposures: 3, evaluations: 0, users: 2, errors: 0 })
    expect(byVariant.map(({ variant, users }) => [variant, users])).toEqual([
      ['false', 1],
      ['true', 1],
    ])
  })

  it('INSIGHT-14 has the weeks and months that a range reaches into, with the calls in it', async () => {
    const { keep, usage, now } = await usedFlag()
    await keep(testCall(now), testCall(now - 4 * DAY_MS), testCall(now - 5 * DAY_MS))
    const weeks = await usage({ interval: 'week', dateFrom: '-4d' })
    expect(weeks.buckets.map(({ start, count }) => [start, count])).toEqual([['2025-12-28', 2]])
    const months = await usage({ interval: 'month', dateFrom: '-4d' })
    expect(months.buckets.map(({ start, count }) => [start, count])).toEqual([
      ['2025-12-01', 1],
      ['2026-01-01', 1],
    ])
    expect(months.totals).toMatchObject({ exposures: 2, users: 1 })
    expect(months.resolvedDateRange.dateFrom).toBe('2025-12-28T00:00:00.000000Z')
  })

  it('INSIGHT-50 has hours of the zone of the project as moments', async () => {
    const { keep, usage } = await usedFlag('Asia/Kolkata')
    await keep(testCall('2026-01-01T11:40:00Z'), testCall('2026-01-01T11:20:00Z'))
    const { buckets, timezone, resolvedDateRange } = await usage({ interval: 'hour', dateFrom: '-1h' })
    expect(timezone).toBe('Asia/Kolkata')
    expect(buckets.map(({ start, count }) => [start, count])).toEqual([
      ['2026-01-01T10:30:00.000000Z', 1],
      ['2026-01-01T11:30:00.000000Z', 1],
    ])
    expect(resolvedDateRange.dateFrom).toBe('2026-01-01T10:30:00.000000Z')
  })

  it('INSIGHT-51 has each measure apart, and null where nothing was said', async () => {
    const { keep, usage, now } = await usedFlag()
    await keep(
      testCall(now, { variant: '', sdk: '' }),
      testCall(now, { measure: 'evaluations', user: 'bob' }),
      testCall(now, { measure: 'evaluations', user: 'eve' }),
    )
    const { buckets, totals, byVariant, sdks } = await usage({ measure: 'evaluations', dateFrom: 'dStart' })
    expect(buckets).toMatchObject([{ count: 2, users: 2, variants: [{ variant: 'true', count: 2 }] }])
    expect(totals).toEqual({ exposures: 1, evaluations: 2, users: 2, errors: 0 })
    expect(byVariant).toMatchObject([
      { variant: null, exposures: 1, users: 0 },
      { variant: 'true', evaluations: 2 },
    ])
    expect(sdks).toEqual([
      { sdk: null, exposures: 1, evaluations: 0 },
      { sdk: 'posthog-node', exposures: 0, evaluations: 2 },
    ])
  })

  it('INSIGHT-51 has no users where those of the begin of the range are no longer kept', async () => {
    const { keep, usage, now } = await usedFlag()
    await keep(testCall(now))
    const { buckets, totals, byVariant } = await usage({ interval: 'hour', dateFrom: '-4d' })
    expect(buckets.at(-1)).toMatchObject({ count: 1, users: null })
    expect(totals).toMatchObject({ exposures: 1, users: null })
    expect(byVariant).toMatchObject([{ users: null }])
    await expect(usage({ dateFrom: '-400d' })).rejects.toMatchObject({ attr: 'dateFrom' })
  })

  it('INSIGHT-50 knows when the flag was first and last seen', async () => {
    const { store, project, usage, now } = await usedFlag()
    expect(await usage()).toMatchObject({ firstSeen: null, lastSeen: null })
    const seen = { firstSeen: timestampOf(now - DAY_MS), lastSeen: timestampOf(now) }
    const row = { projectId: project.id, flagKey: 'new-checkout', ...seen, lastVariant: 'true', lastSdk: 'web' }
    await store.write((tx) => tx.seenFlags.note([row]))
    expect(await usage()).toMatchObject(seen)
  })

  it('INSIGHT-50 begins with the first day of anything counted, for "all"', async () => {
    const { keep, usage, now } = await usedFlag()
    await keep(testCall(now - 2 * DAY_MS, { flagKey: 'other' }))
    expect((await usage({ dateFrom: 'all' })).buckets).toHaveLength(3)
  })

  it('INSIGHT-50 can be read of a deleted flag, and of none that is not there', async () => {
    const { flags, flag, ctx, keep, usage, now } = await usedFlag()
    await keep(testCall(now))
    await flags.delete(flag.id)
    expect((await usage()).totals.exposures).toBe(1)
    await expect(flagUsage(ctx, flag.id + 1)).rejects.toMatchObject({ kind: 'not_found' })
    await expect(flagUsage(ctx, Number.NaN)).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('INSIGHT-50 needs the scope to read flags', async () => {
    const { as, member, flag } = await usedFlag()
    const ctx = await as(member, { scopes: ['dashboard:read'] })
    await expect(flagUsage(ctx, flag.id)).rejects.toMatchObject({ kind: 'permission_denied' })
  })

  it.each<[FlagUsageInput, string]>([
    [{ dateFrom: 'soon' }, 'dateFrom'],
    [{ dateTo: 'soon' }, 'dateTo'],
    [{ dateFrom: '-1d', dateTo: '-2d' }, 'dateFrom'],
    [{ dateFrom: '-9000d', interval: 'hour' }, 'dateFrom'],
  ])('INSIGHT-50 refuses %j', async (input, attr) => {
    const { usage } = await usedFlag()
    await expect(usage(input)).rejects.toMatchObject({ kind: 'validation', code: 'invalid_input', attr })
  })
})

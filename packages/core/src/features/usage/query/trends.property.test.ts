import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../../data/memory/memory-store.ts'
import type { JsonObject, JsonValue } from '../../../foundation/json/json-value.ts'
import { countByHand, type HandQuestion } from '../../../testing/insights/count-by-hand.ts'
import { keepCalls, type TestCall } from '../../../testing/insights/flag-call.ts'
import { seedTenant } from '../../../testing/seed-tenant.ts'
import { isUnsupported } from './query-part.ts'
import { runInsightQuery } from './run-insight-query.ts'
import type { TrendsItem } from './trends-item.ts'
import { DISPLAYS } from './trends-query.ts'

const DAY_MS = 86_400_000

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Havana',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Kwajalein',
]

/**
 * Times near clock changes in many zones, near the days that Samoa and Kwajalein skipped, and near the end of a year.
 */
const NOWS = [
  '2026-11-20T08:00:00Z',
  '2026-03-29T12:34:56Z',
  '2026-11-02T05:30:00Z',
  '2012-01-02T09:59:00Z',
  '1993-08-24T01:00:00Z',
  '2018-11-05T02:00:00Z',
  '2027-01-01T00:00:00Z',
]

const FLAGS = ['alpha', 'beta', 'gamma']
const VARIANTS = ['true', 'false', 'control', '', '$other']
const SDKS = ['posthog-node', 'web', '']

const question: fc.Arbitrary<HandQuestion> = fc
  .record({
    zone: fc.constantFrom(...ZONES),
    now: fc.constantFrom(...NOWS.map((text) => Date.parse(text))),
    daysBack: fc.constantFrom(0, 1, 3, 7, 30, 70),
    interval: fc.constantFrom('hour', 'day', 'week', 'month'),
    display: fc.constantFrom(...DISPLAYS),
    math: fc.constantFrom('total', 'dau', 'dau'),
    measure: fc.constantFrom('exposures', 'evaluations'),
    flagKeys: fc.option(fc.subarray(FLAGS, { minLength: 1 })),
    variants: fc.option(fc.subarray(VARIANTS, { minLength: 1 })),
    breakdown: fc.constantFrom(null, '$feature_flag', '$feature_flag_response', '$lib'),
    limit: fc.constantFrom(1, 1, 2, 25),
    hideOther: fc.boolean(),
  } as const)
  .filter(({ math, breakdown }) => math !== 'dau' || breakdown !== '$lib')
  // Users by the hour are stored for three days.
  .map((asked) => (asked.interval === 'hour' ? { ...asked, daysBack: Math.min(asked.daysBack, 2) } : asked))

/** The distance from now in quarters of an hour, mostly negative. */
const quarters = fc.integer({ min: -80 * 24 * 4, max: 24 * 4 })
const call = fc.record({
  quarters,
  flagKey: fc.constantFrom(...FLAGS),
  variant: fc.constantFrom(...VARIANTS),
  measure: fc.constantFrom('exposures', 'evaluations'),
  source: fc.constantFrom('sdk_local', 'sdk_remote', 'embedded', 'server'),
  sdk: fc.constantFrom(...SDKS),
  user: fc.option(fc.nat(12).map(String), { freq: 8 }),
} as const)

function queryOf(asked: HandQuestion): JsonObject {
  const exact = (key: string, value: JsonValue) => ({ key, value, operator: 'exact', type: 'event' })
  return {
    kind: 'InsightVizNode',
    source: {
      kind: 'TrendsQuery',
      measure: asked.measure,
      interval: asked.interval,
      dateRange: { date_from: asked.interval === 'hour' ? `-${asked.daysBack * 24}h` : `-${asked.daysBack}d` },
      series: [
        {
          kind: 'EventsNode',
          event: '$feature_flag_called',
          math: asked.math,
          properties: asked.variants ? [exact('$feature_flag_response', asked.variants)] : null,
        },
      ],
      properties: asked.flagKeys && {
        type: 'AND',
        values: [{ type: 'AND', values: [exact('$feature_flag', asked.flagKeys)] }],
      },
      breakdownFilter: asked.breakdown && {
        breakdown: asked.breakdown,
        breakdown_type: 'event',
        breakdown_limit: asked.limit,
        breakdown_hide_other_aggregation: asked.hideOther,
      },
      trendsFilter: { display: asked.display },
    },
  }
}

describe('numbers of usage', () => {
  it('INSIGHT-20 to INSIGHT-24 are what counting call by call comes to', { timeout: 60_000 }, async () => {
    const store = memoryStore()
    await fc.assert(
      fc.asyncProperty(question, fc.array(call, { maxLength: 40 }), fc.boolean(), async (asked, made, isRecent) => {
        const seeded = await seedTenant(store)
        const project = { ...seeded.project, timezone: asked.zone }
        const calls = made.map(({ quarters, ...rest }): TestCall => {
          const back = isRecent ? quarters / 20 : quarters
          return { ...rest, at: asked.now + Math.round(back * (DAY_MS / 96)) }
        })
        await store.write((tx) => keepCalls(tx, project, calls))
        const answer = await store.read((tx) => runInsightQuery(tx, project, queryOf(asked), { now: asked.now }))
        if (isUnsupported(answer)) throw new Error(answer.error.message)
        const items = (answer.result as readonly TrendsItem[]).map((item) => ({
          breakdownValue: item.breakdownValue,
          days: item.days,
          data: item.data,
          number: item.aggregatedValue ?? item.count,
        }))
        expect(items).toEqual(countByHand(calls, asked))
      }),
      { numRuns: 500 },
    )
  })
})

import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../foundation/json/json-value.ts'
import { testCall } from '../../../testing/insights/flag-call.ts'
import { BY_VARIANT, shownAs, trendsQuery, USERS, usageDesk } from '../../../testing/insights/usage-desk.ts'
import type { TrendsItem } from './trends-item.ts'
import { TOTAL_DISPLAYS } from './trends-query.ts'

const D18 = '2026-11-18T12:00:00Z'
const D19 = '2026-11-19T12:00:00Z'
const D20 = '2026-11-20T07:00:00Z'

const dataOf = (items: readonly TrendsItem[]) => items.map(({ breakdownValue, data }) => [breakdownValue, data])
const totalsOf = (items: readonly TrendsItem[]) =>
  items.map(({ breakdownValue, aggregatedValue }) => [breakdownValue, aggregatedValue])

describe('items of an answer', () => {
  it('INSIGHT-20 have a number, a label and a day for each step, and the sum', async () => {
    const desk = await usageDesk()
    await desk.keep(testCall(D18), testCall(D20), testCall(D20, { user: 'bob' }))
    expect(await desk.answer(trendsQuery())).toEqual({
      result: [
        {
          action: {
            id: '$feature_flag_called',
            type: 'events',
            order: 0,
            name: '$feature_flag_called',
            customName: null,
            math: 'total',
          },
          label: '$feature_flag_called',
          count: 3,
          data: [1, 0, 2],
          labels: ['18-Nov-2026', '19-Nov-2026', '20-Nov-2026'],
          days: ['2026-11-18', '2026-11-19', '2026-11-20'],
        },
      ],
      resolvedDateRange: { dateFrom: '2026-11-18T00:00:00.000000Z', dateTo: '2026-11-20T23:59:59.999000Z' },
      interval: 'day',
      approximate: false,
      usersCoverage: null,
    })
  })

  it('INSIGHT-20 have zeros where nothing was counted', async () => {
    const desk = await usageDesk()
    expect(await desk.items(trendsQuery())).toMatchObject([{ count: 0, data: [0, 0, 0] }])
    expect(await desk.items(trendsQuery(shownAs('BoldNumber')))).toMatchObject([{ aggregatedValue: 0 }])
  })

  it('INSIGHT-20 are those of each series, in order', async () => {
    const desk = await usageDesk()
    await desk.keep(testCall(D20), testCall(D20, { flagKey: 'other' }))
    const called = { kind: 'EventsNode', event: '$feature_flag_called' }
    const only = { key: '$feature_flag', value: 'other' }
    const series = [
      { kind: 'EventsNode', event: null },
      { ...called, custom_name: 'Users', math: 'dau', properties: [only] },
    ]
    expect(await desk.items(trendsQuery({ series }))).toMatchObject([
      { action: { id: null, order: 0, name: 'All events', math: 'total' }, label: 'All events', count: 2 },
      { action: { order: 1, customName: 'Users', math: 'dau' }, label: '$feature_flag_called', count: 1 },
    ])
  })

  it.each(TOTAL_DISPLAYS)('INSIGHT-21 are one number for the display %s', async (display) => {
    const desk = await usageDesk()
    await desk.keep(testCall(D18), testCall(D20), testCall('2026-11-17T23:59:00Z'))
    const [item] = await desk.items(trendsQuery(shownAs(display)))
    expect(item).toMatchObject({ aggregatedValue: 2, count: 0, data: [], labels: [], days: [] })
  })

  it('INSIGHT-21 have no one number for a display of steps', async () => {
    const desk = await usageDesk()
    expect((await desk.items(trendsQuery(shownAs('ActionsBar'))))[0]).not.toHaveProperty('aggregatedValue')
  })

  it('INSIGHT-21 add up, step by step, for a cumulative display', async () => {
    const desk = await usageDesk()
    await desk.keep(testCall(D18), testCall(D18), testCall(D20))
    const [item] = await desk.items(trendsQuery(shownAs('ActionsLineGraphCumulative')))
    expect(item).toMatchObject({ data: [2, 2, 3], count: 3 })
  })
})

describe('distinct users', () => {
  async function deskOfUsers() {
    const desk = await usageDesk()
    await desk.keep(
      testCall(D18, { user: 'ada' }),
      testCall(D19, { user: 'ada' }),
      testCall(D20, { user: 'bob' }),
      testCall(D20, { user: 'ada', flagKey: 'other' }),
      testCall(D20, { user: 'ada', variant: 'false' }),
    )
    return desk
  }

  it('INSIGHT-22 are those of each step, whatever flags and responses they met', async () => {
    const desk = await deskOfUsers()
    expect(await desk.items(trendsQuery(USERS))).toMatchObject([{ data: [1, 1, 2], count: 4 }])
  })

  it('INSIGHT-22 are those of the whole range where one number is shown', async () => {
    const desk = await deskOfUsers()
    expect(await desk.items(trendsQuery({ ...USERS, ...shownAs('BoldNumber') }))).toMatchObject([
      { aggregatedValue: 2 },
    ])
  })

  it('INSIGHT-22 are those so far where it is cumulative', async () => {
    const desk = await deskOfUsers()
    const cumulative = { ...USERS, ...shownAs('ActionsLineGraphCumulative') }
    expect(await desk.items(trendsQuery(cumulative))).toMatchObject([{ data: [1, 1, 2], count: 2 }])
    expect(await desk.items(trendsQuery({ ...cumulative, dateRange: { date_from: '-1d' } }))).toMatchObject([
      { data: [1, 2], count: 2 },
    ])
  })

  it('INSIGHT-24 of values that are shown as one are united', async () => {
    const desk = await deskOfUsers()
    await desk.keep(...['c', 'd', 'e'].map((user) => testCall(D20, { user })))
    await desk.keep(...['on', 'off'].map((variant) => testCall(D20, { user: 'eve', variant })))
    const limited = { breakdownFilter: { breakdown: '$feature_flag_response', breakdown_limit: 1 } }
    expect(totalsOf(await desk.items(trendsQuery({ ...USERS, ...limited, ...shownAs('ActionsTable') })))).toEqual([
      ['true', 5],
      ['$$_posthog_breakdown_other_$$', 2],
    ])
  })

  it('INSIGHT-26 are told to be an estimate, beyond 1,536', async () => {
    const desk = await usageDesk()
    const calls = (from: number, until: number) =>
      Array.from({ length: until - from }, (_, index) => testCall(D20, { user: `user ${from + index}` }))
    await desk.keep(...calls(0, 1536))
    expect(await desk.answer(trendsQuery(USERS))).toMatchObject({ approximate: false, result: [{ count: 1536 }] })
    await desk.keep(...calls(0, 3000).map((call) => ({ ...call, flagKey: 'other' })))
    const { approximate, result } = await desk.answer(trendsQuery(USERS))
    expect(approximate).toBe(true)
    expect((result as readonly TrendsItem[])[0]?.count).toBeCloseTo(3000, -2)
  })

  it('INSIGHT-26 tell which sources do not know them', async () => {
    const desk = await usageDesk()
    await desk.keep(testCall(D20))
    const complete = { usersCoverage: { complete: true, sourcesWithoutUsers: [] } }
    expect(await desk.answer(trendsQuery(USERS))).toMatchObject(complete)
    await desk.keep(testCall(D20, { source: 'unleash', user: null, measure: 'evaluations' }))
    expect(await desk.answer(trendsQuery(USERS))).toMatchObject(complete)
    expect(await desk.answer(trendsQuery({ ...USERS, measure: 'evaluations' }))).toMatchObject({
      usersCoverage: { complete: false, sourcesWithoutUsers: ['unleash'] },
    })
  })

  it.each<[string, JsonObject]>([
    ['$lib', { properties: [{ key: '$lib', value: 'web' }] }],
    ['locally_evaluated', { properties: [{ key: 'locally_evaluated', value: true }] }],
    ['$lib', { breakdownFilter: { breakdown: '$lib' } }],
  ])('INSIGHT-7 cannot be told apart by %s: %j', async (_, fields) => {
    const desk = await usageDesk()
    const message = '"series[0].math" is "dau": users cannot be broken down by $lib or locally_evaluated.'
    const refusal = { result: null, error: { type: 'UnsupportedQuery', message } }
    expect(await desk.ask(trendsQuery({ ...USERS, ...fields }))).toEqual(refusal)
  })
})

describe('a breakdown', () => {
  it('INSIGHT-23 has an item for each value, the largest first, then by value', async () => {
    const desk = await usageDesk()
    await desk.keep(...['b', 'a', 'c', 'c'].map((variant) => testCall(D20, { variant })))
    expect(await desk.items(trendsQuery(BY_VARIANT))).toMatchObject([
      { label: 'c', breakdownValue: 'c', count: 2 },
      { label: 'a', breakdownValue: 'a', count: 1 },
      { label: 'b', breakdownValue: 'b', count: 1 },
    ])
  })

  it('INSIGHT-23 has no item where nothing was counted', async () => {
    const desk = await usageDesk()
    expect(await desk.items(trendsQuery(BY_VARIANT))).toEqual([])
    expect(await desk.items(trendsQuery({ ...BY_VARIANT, ...USERS }))).toEqual([])
  })

  it('INSIGHT-23 has no item for a value with nothing but errors', async () => {
    const desk = await usageDesk()
    const key = {
      projectId: desk.project.id,
      flagKey: 'a',
      variant: 'b',
      measure: 'exposures',
      source: 'server',
    } as const
    const row = { ...key, sdk: '', period: 'day', start: '2026-11-20', count: 0, errors: 1 } as const
    await desk.store.write((tx) => tx.usageCounts.add([row]))
    expect(await desk.items(trendsQuery(BY_VARIANT))).toEqual([])
  })

  it('INSIGHT-23 names the series where there are several', async () => {
    const desk = await usageDesk()
    await desk.keep(testCall(D20))
    const series = [...(trendsQuery().series as readonly JsonObject[]), ...USERS.series]
    const labels = (await desk.items(trendsQuery({ ...BY_VARIANT, series }))).map(({ label }) => label)
    expect(labels).toEqual(['$feature_flag_called - true', '$feature_flag_called - true'])
  })

  it('INSIGHT-23 answers lists of one for a list of one', async () => {
    const desk = await usageDesk()
    await desk.keep(testCall(D20, { sdk: 'web' }))
    const breakdownFilter = { breakdowns: [{ property: '$lib', type: 'event' }] }
    expect(await desk.items(trendsQuery({ breakdownFilter }))).toMatchObject([
      { label: 'web', breakdownValue: ['web'] },
    ])
  })

  it('INSIGHT-24 shows missing values after the others, and the rest beyond the limit last', async () => {
    const desk = await usageDesk()
    const variants = ['', '', '', '$other', 'a', 'a', 'a', 'a', 'b', 'b', 'c']
    await desk.keep(...variants.map((variant) => testCall(D20, { variant })))
    const breakdownFilter = { breakdown: '$feature_flag_response', breakdown_limit: 2 }
    expect(totalsOf(await desk.items(trendsQuery({ breakdownFilter, ...shownAs('ActionsPie') })))).toEqual([
      ['a', 4],
      ['b', 2],
      ['$$_posthog_breakdown_null_$$', 3],
      ['$$_posthog_breakdown_other_$$', 2],
    ])
    const hidden = { ...breakdownFilter, breakdown_hide_other_aggregation: true }
    expect(dataOf(await desk.items(trendsQuery({ breakdownFilter: hidden })))).toEqual([
      ['a', [0, 0, 4]],
      ['b', [0, 0, 2]],
      ['$$_posthog_breakdown_null_$$', [0, 0, 3]],
    ])
  })

  it('INSIGHT-24 shows 25 values unless told otherwise', async () => {
    const desk = await usageDesk()
    const keys = Array.from({ length: 27 }, (_, index) => `flag-${String(index).padStart(2, '0')}`)
    await desk.keep(...keys.map((flagKey) => testCall(D20, { flagKey })))
    const items = await desk.items(trendsQuery({ breakdownFilter: { breakdown: '$feature_flag' } }))
    expect(items.map(({ label, count }) => [label, count])).toEqual([
      ...keys.slice(0, 25).map((key) => [key, 1]),
      ['$$_posthog_breakdown_other_$$', 2],
    ])
  })
})

describe('a comparison', () => {
  it('INSIGHT-25 shows each period on its own', async () => {
    const desk = await usageDesk()
    await desk.keep(testCall(D20), testCall('2026-11-13T00:00:00Z'), testCall('2026-11-11T00:00:00Z'))
    const compared = trendsQuery({ compareFilter: { compare: true } })
    expect(await desk.items(compared)).toMatchObject([
      { compare: true, compareLabel: 'current', data: [0, 0, 1], days: ['2026-11-18', '2026-11-19', '2026-11-20'] },
      { compare: true, compareLabel: 'previous', data: [1, 0, 1], days: ['2026-11-11', '2026-11-12', '2026-11-13'] },
    ])
    expect(await desk.items({ ...compared, ...shownAs('BoldNumber') })).toMatchObject([
      { compareLabel: 'current', aggregatedValue: 1 },
      { compareLabel: 'previous', aggregatedValue: 2 },
    ])
    expect((await desk.answer(compared)).resolvedDateRange?.dateFrom).toBe('2026-11-18T00:00:00.000000Z')
  })
})

describe('a range', () => {
  it('INSIGHT-14 has the same calls by day, by week, by month and as one number', async () => {
    const desk = await usageDesk()
    await desk.keep(
      ...['2026-11-01', '2026-11-05', '2026-11-08', '2026-11-09', '2026-11-20'].map((day) =>
        testCall(`${day}T06:00:00Z`),
      ),
    )
    const dateRange = { date_from: '-12d' }
    for (const interval of ['day', 'week', 'month']) {
      for (const math of [{}, USERS]) {
        const [item] = await desk.items(
          trendsQuery({ interval, dateRange, ...math, ...shownAs('ActionsLineGraphCumulative') }),
        )
        expect([interval, item?.count]).toEqual([interval, 'series' in math ? 1 : 3])
      }
      expect(await desk.items(trendsQuery({ interval, dateRange, ...shownAs('BoldNumber') }))).toMatchObject([
        { aggregatedValue: 3 },
      ])
    }
    const weekly = await desk.answer(trendsQuery({ interval: 'week', dateRange }))
    expect(weekly.result).toMatchObject([{ days: ['2026-11-08', '2026-11-15'], data: [2, 1] }])
    expect(weekly.resolvedDateRange?.dateFrom).toBe('2026-11-08T00:00:00.000000Z')
  })
})

describe('conditions', () => {
  it('INSIGHT-4 hold all together', async () => {
    const desk = await usageDesk()
    await desk.keep(testCall(D20, { sdk: 'web' }), testCall(D20), testCall(D20, { sdk: 'web', flagKey: 'other' }))
    const isWeb = { key: '$lib', value: ['web', 'posthog-ios'] }
    const isOther = { key: '$feature_flag', value: 'other' }
    const countWith = async (...properties: readonly JsonObject[]) =>
      (await desk.items(trendsQuery({ properties })))[0]?.count
    expect(await countWith(isWeb)).toBe(2)
    expect(await countWith(isWeb, isOther)).toBe(1)
    expect(await countWith(isOther, { key: '$feature_flag', value: 'new-checkout' })).toBe(0)
    expect(await countWith(isOther, { key: '$feature_flag', value: ['new-checkout', 'other'] })).toBe(1)
  })

  it('INSIGHT-4 that exclude each other leave nothing', async () => {
    const desk = await usageDesk()
    await desk.keep(testCall(D20))
    const properties = ['a', 'b'].map((value) => ({ key: '$feature_flag', value }))
    expect(await desk.items(trendsQuery({ ...USERS, properties }))).toMatchObject([{ data: [0, 0, 0] }])
    expect(await desk.items(trendsQuery({ ...BY_VARIANT, properties }))).toEqual([])
    expect(await desk.items(trendsQuery({ properties, ...shownAs('BoldNumber') }))).toMatchObject([
      { aggregatedValue: 0, data: [] },
    ])
  })

  it('INSIGHT-5 tell where a flag was evaluated', async () => {
    const desk = await usageDesk()
    const sources = ['sdk_local', 'embedded', 'sdk_remote', 'server', 'unleash', 'go_feature_flag'] as const
    await desk.keep(...sources.map((source) => testCall(D20, { source })))
    const countOf = async (value: boolean) => {
      const properties = [{ key: 'locally_evaluated', value }]
      return (await desk.items(trendsQuery({ properties })))[0]?.count
    }
    expect([await countOf(true), await countOf(false)]).toEqual([2, 2])
  })

  it('INSIGHT-8 keep measures apart', async () => {
    const desk = await usageDesk()
    await desk.keep(testCall(D20), ...[1, 2].map(() => testCall(D20, { measure: 'evaluations', user: 'bob' })))
    expect(await desk.items(trendsQuery())).toMatchObject([{ count: 1 }])
    expect(await desk.items(trendsQuery({ measure: 'evaluations' }))).toMatchObject([{ count: 2 }])
    expect(await desk.items(trendsQuery({ measure: 'evaluations', ...USERS }))).toMatchObject([{ count: 1 }])
  })
})

describe('time', () => {
  it('INSIGHT-10 an event of 00:10 in Kolkata belongs to that day, and to its first hour', async () => {
    const desk = await usageDesk({ timezone: 'Asia/Kolkata' })
    await desk.keep(testCall('2026-11-19T18:40:00Z'), testCall('2026-11-19T18:20:00Z'))
    expect(await desk.items(trendsQuery())).toMatchObject([{ data: [0, 1, 1] }])
    const [hours] = await desk.items(trendsQuery({ interval: 'hour', dateRange: { date_from: 'dStart' } }))
    expect(hours).toMatchObject({ count: 1, data: [1, ...Array<number>(13).fill(0)] })
  })

  it('INSIGHT-11 "all" begins with the first day that anything was counted on', async () => {
    const desk = await usageDesk()
    const all = trendsQuery({ dateRange: { date_from: 'all' } })
    expect((await desk.items(all))[0]?.days).toEqual(['2026-11-20'])
    await desk.keep(testCall('2026-11-16T00:00:00Z', { measure: 'evaluations' }), testCall(D18))
    expect((await desk.items(all))[0]?.data).toEqual([0, 0, 1, 0, 0])
  })

  it.each([
    [
      { dateRange: { date_from: 'yesterday' } },
      '"yesterday" is not a date: use one such as -7d, mStart or 2026-11-20.',
    ],
    [{ dateRange: { date_from: '-1d', date_to: '-3d' } }, 'The date range ends before it starts.'],
    [{ compareFilter: { compare: true, compare_to: '1' } }, '"compareFilter.compare_to" must be a period such as -1m.'],
  ])('INSIGHT-1 refuses %j', async (fields, message) => {
    const desk = await usageDesk()
    expect(await desk.ask(trendsQuery(fields))).toEqual({ result: null, error: { type: 'UnsupportedQuery', message } })
  })
})

it('INSIGHT-1 an insight without a query is not answered', async () => {
  const desk = await usageDesk()
  const error = { type: 'UnsupportedQuery', message: 'The insight has no query.' }
  expect(await desk.ask(null)).toEqual({ result: null, error })
})

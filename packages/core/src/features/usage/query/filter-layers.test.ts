import { describe, expect, it } from 'vitest'
import { testCall } from '../../../testing/insights/flag-call.ts'
import { trendsQuery, usageDesk } from '../../../testing/insights/usage-desk.ts'
import type { TrendsItem } from './trends-item.ts'

const D20 = '2026-11-20T07:00:00Z'

describe('filters of dashboards', () => {
  const daysOf = (items: readonly TrendsItem[]) => items[0]?.days.length

  it('INSIGHT-30 take the place of the dates of a query, each layer of those before', async () => {
    const desk = await usageDesk()
    const dashboardFilters = { date_from: '-14d' }
    const tileFilters = { date_from: '-3d', date_to: '-1d' }
    const requestFilters = { date_from: 'dStart' }
    const query = trendsQuery()
    expect(daysOf(await desk.items(query, {}))).toBe(3)
    expect(daysOf(await desk.items(query, { dashboardFilters }))).toBe(15)
    expect(daysOf(await desk.items(query, { dashboardFilters, tileFilters }))).toBe(3)
    expect(daysOf(await desk.items(query, { dashboardFilters, tileFilters, requestFilters }))).toBe(1)
  })

  it('INSIGHT-30 replace both ends of a range together', async () => {
    const desk = await usageDesk()
    const query = trendsQuery({ dateRange: { date_from: '2026-10-01', date_to: '2026-10-05' } })
    expect(daysOf(await desk.items(query, { dashboardFilters: { date_from: '-1d' } }))).toBe(2)
    expect(daysOf(await desk.items(query, { dashboardFilters: { date_to: '-1d' } }))).toBe(7)
    const unset = { date_from: null, date_to: '', properties: [], interval: null }
    expect(daysOf(await desk.items(query, { dashboardFilters: unset, tileFilters: null }))).toBe(5)
  })

  it('INSIGHT-30 may set interval and breakdown', async () => {
    const desk = await usageDesk()
    await desk.keep(testCall(D20))
    const dashboardFilters = { interval: 'month', breakdown_filter: { breakdown: '$lib' } }
    expect(await desk.items(trendsQuery(), { dashboardFilters })).toMatchObject([
      { breakdownValue: 'posthog-node', days: ['2026-11-01'], data: [1] },
    ])
  })

  it('DASH-105 may compare with the previous period, or not', async () => {
    const desk = await usageDesk()
    const labelsOf = (items: readonly TrendsItem[]) => items.map(({ compareLabel }) => compareLabel)
    const compared = trendsQuery({ compareFilter: { compare: true } })
    const requestFilters = { compare_filter: { compare: true } }
    expect(labelsOf(await desk.items(trendsQuery(), { requestFilters }))).toEqual(['current', 'previous'])
    expect(labelsOf(await desk.items(compared, { requestFilters: { compare_filter: null } }))).toHaveLength(2)
    expect(labelsOf(await desk.items(compared, { requestFilters: { compare_filter: { compare: false } } }))).toEqual([
      undefined,
    ])
  })

  it('DASH-106 reports a comparison that cannot be read, with its place', async () => {
    const desk = await usageDesk()
    const answer = await desk.ask(trendsQuery(), { requestFilters: { compare_filter: { compare: 'week' } } })
    expect('error' in answer && answer.error.message).toMatch('"filters_override.compare_filter.compare" is "week"')
  })

  it('INSIGHT-31 add conditions', async () => {
    const desk = await usageDesk()
    await desk.keep(testCall(D20), testCall(D20, { variant: 'false' }), testCall(D20, { flagKey: 'other' }))
    const dashboardFilters = { properties: [{ key: '$feature_flag', value: 'new-checkout' }], theme: 'dark' }
    const tileFilters = { properties: { type: 'AND', values: [{ key: '$feature_flag_response', value: 'true' }] } }
    expect(await desk.items(trendsQuery(), { dashboardFilters })).toMatchObject([{ count: 2 }])
    expect(await desk.items(trendsQuery(), { dashboardFilters, tileFilters })).toMatchObject([{ count: 1 }])
  })

  it('INSIGHT-31 that cannot be told are refused with their place', async () => {
    const desk = await usageDesk()
    const properties = [{ key: 'country', value: 'DE', type: 'person' }]
    const messageWith = async (layers: Parameters<typeof desk.ask>[1]) => {
      const answer = await desk.ask(trendsQuery(), layers)
      return 'error' in answer ? answer.error.message : ''
    }
    expect(await messageWith({ dashboardFilters: { properties } })).toMatch('"filters.properties[0].type" is "person"')
    expect(await messageWith({ tileFilters: { properties } })).toMatch('"filters_overrides.properties[0].type"')
    expect(await messageWith({ requestFilters: { properties } })).toMatch('"filters_override.properties[0].type"')
    expect(await messageWith({ dashboardFilters: { date_from: 'soon' } })).toMatch('"soon" is not a date')
  })
})

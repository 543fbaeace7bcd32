import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../foundation/json/json-value.ts'
import { DEFAULT_USAGE_RETENTION } from '../../../runtime/usage/usage-retention.ts'
import { testCall } from '../../../testing/insights/flag-call.ts'
import { trendsQuery, USERS, usageDesk } from '../../../testing/insights/usage-desk.ts'
import { runInsightQuery } from './run-insight-query.ts'

describe('what is no longer kept', () => {
  it.each<[JsonObject, string]>([
    [{ interval: 'hour', dateRange: { date_from: '-36d' } }, 'Calls per hour are stored from 2026-10-16T08:15 UTC'],
    [
      { interval: 'hour', dateRange: { date_from: '-72h' }, ...USERS },
      'Users per hour are stored from 2026-11-17T08:15 UTC',
    ],
    [{ dateRange: { date_from: '-400d' } }, 'Calls per day are stored from 2025-10-16T08:15 UTC'],
    [{ dateRange: { date_from: '-2y' }, ...USERS }, 'Users per day are stored from 2025-10-16T08:15 UTC'],
    [
      { dateRange: { date_from: '-300d' }, compareFilter: { compare: true } },
      'Calls per day are stored from 2025-10-16T08:15 UTC',
    ],
  ])('INSIGHT-16 is not shown as zero: %j', async (fields, message) => {
    const desk = await usageDesk()
    const error = { type: 'UnsupportedQuery', message: `${message} on: request a range that starts later.` }
    expect(await desk.ask(trendsQuery(fields))).toEqual({ result: null, error })
  })

  it('INSIGHT-16 begins right after what is kept', async () => {
    const desk = await usageDesk()
    for (const [date_from, interval] of [
      ['-34d', 'hour'],
      ['-399d', 'day'],
    ] as const) {
      expect(await desk.items(trendsQuery({ interval, dateRange: { date_from } }))).toHaveLength(1)
    }
    expect(
      await desk.items(trendsQuery({ ...USERS, interval: 'hour', dateRange: { date_from: '-71h' } })),
    ).toHaveLength(1)
  })

  it('INSIGHT-16 is what the deck was told to keep', async () => {
    const desk = await usageDesk()
    const query = trendsQuery({ dateRange: { date_from: '-5d' } })
    const retention = { ...DEFAULT_USAGE_RETENTION, dayDays: 4 }
    const { store, project, now } = desk
    expect(await store.read((tx) => runInsightQuery(tx, project, query, { now, retention }))).toHaveProperty('error')
    const longer = { ...DEFAULT_USAGE_RETENTION, dayDays: 4000 }
    const old = trendsQuery({ dateRange: { date_from: '-3000d' } })
    expect(await store.read((tx) => runInsightQuery(tx, project, old, { now, retention: longer }))).not.toHaveProperty(
      'error',
    )
  })

  it('INSIGHT-11 does not belong to all', async () => {
    const desk = await usageDesk()
    await desk.keep(testCall('2025-10-16T09:00:00Z'), testCall('2025-10-17T09:00:00Z'))
    const [item] = await desk.items(trendsQuery({ dateRange: { date_from: 'all' } }))
    expect(item).toMatchObject({ count: 1, labels: expect.arrayContaining(['17-Oct-2025']) })
    expect(item?.days[0]).toBe('2025-10-17')
  })
})

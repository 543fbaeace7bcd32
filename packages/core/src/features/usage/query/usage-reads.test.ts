import { describe, expect, it } from 'vitest'
import type { ReadTransaction } from '../../../data/store.ts'
import { testCall } from '../../../testing/insights/flag-call.ts'
import {
  BY_VARIANT,
  shownAs,
  trendsQuery,
  USERS,
  type UsageDesk,
  usageDesk,
} from '../../../testing/insights/usage-desk.ts'
import { runInsightQuery } from './run-insight-query.ts'
import { UsageReads } from './usage-reads.ts'

const DAYS = ['2026-11-18T12:00:00Z', '2026-11-19T12:00:00Z', '2026-11-20T07:00:00Z']

/** Runs `work` in a transaction that records which usage is read. */
async function noting(desk: UsageDesk, work: (tx: ReadTransaction) => Promise<unknown>) {
  const sums: unknown[] = []
  const sets: { readonly from: string; readonly until: string; readonly found: number }[] = []
  await desk.store.read((tx) => {
    const usageCounts: ReadTransaction['usageCounts'] = {
      sum: (projectId, query) => {
        sums.push(query)
        return tx.usageCounts.sum(projectId, query)
      },
    }
    const userSets: ReadTransaction['userSets'] = {
      list: async (projectId, query) => {
        const found = await tx.userSets.list(projectId, query)
        sets.push({ from: query.from, until: query.until, found: found.length })
        return found
      },
    }
    return work({ ...tx, usageCounts, userSets })
  })
  return { sums, sets }
}

describe('reading usage', () => {
  it('INSIGHT-32 reads once what several tiles ask for alike', async () => {
    const desk = await usageDesk()
    await desk.keep(...DAYS.map((at) => testCall(at)))
    const { sums } = await noting(desk, async (tx) => {
      const reads = new UsageReads(tx, desk.project.id)
      for (const display of ['ActionsLineGraph', 'ActionsBar', 'ActionsLineGraphCumulative']) {
        await runInsightQuery(tx, desk.project, trendsQuery(shownAs(display)), { now: desk.now, reads })
      }
    })
    expect(sums).toHaveLength(1)
  })

  it('INSIGHT-33 remembers what there is room for, also after something that there was none for', async () => {
    const desk = await usageDesk()
    const { sums } = await noting(desk, async (tx) => {
      const rows = [70_000, 70_000, 1]
      const sum: typeof tx.usageCounts.sum = async (...query) => {
        await tx.usageCounts.sum(...query)
        return Array.from({ length: rows.shift() ?? 1 }, (_, index) => ({ variant: `${index}`, count: 1, errors: 0 }))
      }
      const reads = new UsageReads({ ...tx, usageCounts: { sum } }, desk.project.id)
      const ask = (flagKey: string) =>
        reads.sum({ measure: 'exposures', period: 'day', from: '', until: '~', flagKeys: [flagKey], by: ['variant'] })
      for (const flagKey of ['large', 'too much', 'small', 'small', 'large']) await ask(flagKey)
    })
    expect(sums).toHaveLength(3)
  })

  it('INSIGHT-32 reads sets of users of one flag at once, and of all flags a day at a time', async () => {
    const desk = await usageDesk()
    const calls = DAYS.flatMap((at) => ['a', 'b'].map((flagKey) => testCall(at, { flagKey })))
    await desk.keep(...calls)
    const setsOf = async (query: ReturnType<typeof trendsQuery>) =>
      (await noting(desk, (tx) => runInsightQuery(tx, desk.project, query, { now: desk.now }))).sets
    const ofOne = { properties: [{ key: '$feature_flag', value: 'a' }] }
    expect(await setsOf(trendsQuery({ ...USERS, ...ofOne }))).toEqual([
      { from: '2026-11-18', until: '2026-11-21', found: 3 },
    ])
    expect(await setsOf(trendsQuery({ ...USERS, ...BY_VARIANT, dateRange: { date_from: '-300d' } }))).toEqual([
      { from: '2026-11-18', until: '2026-11-19', found: 2 },
      { from: '2026-11-19', until: '2026-11-20', found: 2 },
      { from: '2026-11-20', until: '2026-11-21', found: 2 },
    ])
  })

  it('INSIGHT-32 reads sums of values and steps, however many flags and days there are', async () => {
    const desk = await usageDesk()
    await desk.keep(...DAYS.flatMap((at) => ['a', 'b', 'c'].map((flagKey) => testCall(at, { flagKey }))))
    const breakdownFilter = { breakdown: '$feature_flag', breakdown_limit: 2 }
    const { sums } = await noting(desk, (tx) =>
      runInsightQuery(tx, desk.project, trendsQuery({ breakdownFilter }), { now: desk.now }),
    )
    const range = { measure: 'exposures', period: 'day', from: '2026-11-18', until: '2026-11-21' }
    expect(sums).toEqual([
      { ...range, by: ['flagKey'] },
      { ...range, flagKeys: ['a', 'b'], by: ['start', 'flagKey'] },
      { ...range, by: ['start'] },
    ])
  })
})

import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { UsageCountQuery, UsageSum } from '../../../data/records/usage.ts'
import { UserSet } from '../../../runtime/usage/user-set.ts'
import { trendsQuery, USERS, usageDesk } from '../../../testing/insights/usage-desk.ts'
import { sumInPortions } from './sum-in-portions.ts'

/** Returns the number of event-loop ticks that others get while `work` runs. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const others = (async () => {
    for (; !isOver; turns++) await setImmediate()
  })()
  await work()
  isOver = true
  await others
  return turns
}

function hold(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

const DAY_MS = 86_400_000
const DAYS: UsageCountQuery = { measure: 'exposures', period: 'day', from: '2026-01-01', until: '2027-02-05', by: [] }

describe('a long question', () => {
  it('INSIGHT-33 is summed up in parts, which are small where a day takes long', async () => {
    const parts: number[] = []
    const sum = async ({ from, until }: UsageCountQuery): Promise<UsageSum[]> => {
      const days = (Date.parse(until) - Date.parse(from)) / DAY_MS
      parts.push(days)
      hold(days * 2)
      return [{ count: days, errors: 1 }]
    }
    let sums: readonly UsageSum[] = []
    const turns = await turnsDuring(async () => {
      sums = await sumInPortions(sum, { ...DAYS, until: '2026-03-01' })
    })
    expect(sums).toEqual([{ count: 59, errors: parts.length }])
    // 2 ms a day, and at most 10 ms without yielding.
    expect(Math.max(...parts)).toBeLessThanOrEqual(10)
    expect(turns).toBeGreaterThanOrEqual(parts.length - 1)
  })

  it('INSIGHT-33 is summed up in few parts where nothing takes long', async () => {
    const parts: string[] = []
    const sum = async ({ from, until }: UsageCountQuery) => {
      parts.push(`${from} ${until}`)
      return [{ start: from, count: 1, errors: 0 }]
    }
    expect(await sumInPortions(sum, { ...DAYS, by: ['start'] })).toHaveLength(parts.length)
    expect(parts.length).toBeLessThanOrEqual(8)
    expect([parts[0], parts.at(-1)?.slice(-10)]).toEqual(['2026-01-01 2026-01-05', '2027-02-05'])
    parts.length = 0
    await sumInPortions(sum, { ...DAYS, flagKeys: ['one'] })
    expect(parts).toEqual(['2026-01-01 2027-02-05'])
  })

  it('INSIGHT-33 about very many users gives others their turns', async () => {
    const desk = await usageDesk()
    const crowd = UserSet.empty()
    for (let n = 1; n < 20_000; n++) crowd.add(Math.imul(n, 2_654_435_761), Math.imul(n, 40_503))
    const users = crowd.toBytes()
    const place = { projectId: desk.project.id, measure: 'exposures', period: 'day', start: '2026-11-20' } as const
    const sets = Array.from({ length: 600 }, (_, n) => ({ ...place, flagKey: `flag ${n}`, variant: 'true', users }))
    await desk.store.write((tx) => tx.userSets.save(sets))
    await desk.store.write((tx) =>
      tx.usageCounts.add([
        { ...place, flagKey: 'flag 0', variant: 'true', source: 'server', sdk: '', count: 1, errors: 0 },
      ]),
    )
    const startedAt = performance.now()
    const turns = await turnsDuring(() => desk.items(trendsQuery(USERS)))
    // On a machine of any speed, others should get a tick about every 10 ms, of which `work` uses at most 5.
    expect(turns).toBeGreaterThan((performance.now() - startedAt) / 50)
  })
})

import { describe, expect, it } from 'vitest'
import type { Transaction } from '../../../data/store.ts'
import { timestampOf } from '../../../foundation/time/timestamp.ts'
import { usageTrial } from '../../../testing/usage/usage-trial.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

describe('what is old', () => {
  it('USAGE-50 is forgotten: hours, days, users, events and unknown flags each in their time', async () => {
    const trial = await usageTrial()
    const { clock, store, project } = trial
    await trial.keep({ uuid: 'a' }, { flagKey: 'typo' })
    const remains = async () => [
      ...(await trial.counts()),
      await trial.users('exposures', 'bucket'),
      await trial.users(),
      (await store.read((tx) => tx.seenFlags.listUnknown(project.id, 10))).length,
    ]
    const daysLater = async (days: number) => {
      const other = await usageTrial({ store })
      other.clock.advance(clock() - other.clock() + days * DAY_MS)
      await other.keep({})
      return remains()
    }
    expect(await daysLater(2.9)).toEqual([1, 1, 1, 1, 1])
    expect(await daysLater(3.1)).toEqual([1, 1, 0, 1, 1])
    expect(await daysLater(29)).toEqual([1, 1, 0, 1, 1])
    expect(await daysLater(31)).toEqual([1, 1, 0, 1, 0])
    expect(await daysLater(36)).toEqual([0, 1, 0, 1, 0])
    expect(await daysLater(399)).toEqual([0, 1, 0, 1, 0])
    expect(await daysLater(402)).toEqual([0, 0, 0, 0, 0])
  })

  it('USAGE-50 is kept for as long as the application says', async () => {
    const trial = await usageTrial({ usageRetention: { bucketDays: 1, dayDays: 2 } })
    await trial.keep({})
    trial.clock.advance(DAY_MS + 1)
    await trial.keep({ at: trial.clock() - DAY_MS / 2 })
    expect(await trial.counts()).toEqual([1, 2])
    trial.clock.advance(2 * DAY_MS)
    await trial.keep({ at: trial.clock() - 2 * DAY_MS - 1 })
    expect(await trial.counts()).toEqual([0, 1])
    await trial.keep({})
    expect(await trial.counts()).toEqual([1, 2])
  })

  it('USAGE-51 is looked for once an hour, and gone on with when it was much', async () => {
    const trial = await usageTrial()
    const events = Array.from({ length: 60_000 }, (_, n) => `event ${n}`)
    /** Claims events with a time long ago; returns how many were not claimed yet. */
    const claim = async () => {
      const claimed = (tx: Transaction) =>
        tx.claimedEvents.claim(trial.project.id, events, timestampOf(Date.parse('2020-01-01')))
      return (await trial.store.write(claimed)).length
    }
    await claim()
    await trial.keep({})
    await trial.keep({})
    expect(await claim()).toBe(60_000)
    trial.clock.advance(HOUR_MS - 1)
    await trial.keep({})
    expect(await claim()).toBe(0)
    trial.clock.advance(1)
    await trial.keep({})
    expect(await claim()).toBe(50_000)
  })
})

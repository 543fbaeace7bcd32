import { describe, expect, it } from 'vitest'
import { withFleet } from './fleet.ts'
import { LOADS, READS, WRITES } from './simulated-postgres.ts'

const INSTANCES = 60
const ALL_AT_ONCE = { instances: INSTANCES, startWithinMs: 100 }

/**
 * Events that are distributed evenly over a period can exceed the average in any tenth of it by this factor, for {@link
 * INSTANCES}.
 */
const CHANCE = 2.5

describe(`${INSTANCES} instances that started at once`, () => {
  it('PROP-14 load everything from the database only once', () =>
    withFleet(ALL_AT_ONCE, async ({ start, time, postgres, upToDate }) => {
      await start()
      await time.pass(5000)
      expect(await upToDate()).toBe(INSTANCES)
      expect(postgres.asked.total(['load of everything'], 0)).toBe(1)
    }))

  it('SNAP-42 check versions each at its own time', () =>
    withFleet(ALL_AT_ONCE, async ({ start, time, postgres }) => {
      await start()
      await time.pass(15_000)
      const from = time.now()
      await time.pass(20_000)
      // An interval is five seconds.
      expect(postgres.asked.total(['check'], from)).toBeGreaterThanOrEqual(4 * INSTANCES - 1)
      expect(postgres.asked.peak(['check'], 500, from)).toBeLessThan((INSTANCES / 10) * CHANCE)
    }))

  it('USAGE-49 write what they counted each at its own time, after an outage too', () =>
    withFleet(ALL_AT_ONCE, async ({ start, time, postgres }) => {
      await start()
      await time.pass(25_000)
      postgres.isUp = false
      await time.pass(20_000)
      postgres.isUp = true
      await time.pass(15_000)
      expect(postgres.asked.total(['write'], 0)).toBeGreaterThanOrEqual(4 * INSTANCES)
      // An interval is ten seconds, and there are two batches to write after the outage.
      expect(postgres.asked.peak(['write'], 1000)).toBeLessThan(2 * (INSTANCES / 10) * CHANCE)
      expect(postgres.asked.peak(WRITES, 1000)).toBeLessThan(7 * (INSTANCES / 10) * CHANCE)
    }))

  it('PROP-50 look for what they missed each at its own time, when Redis breaks all connections at once', () =>
    withFleet(ALL_AT_ONCE, async ({ start, change, time, postgres, redis, upToDate }) => {
      await start()
      await time.pass(15_000)
      const from = time.now()
      redis.goAway()
      await Promise.all([change(), time.pass(50)])
      redis.comeBack()
      await time.pass(1500)
      expect(await upToDate()).toBe(INSTANCES)
      // Within a second, in addition to the checks that were due anyway and the loads that the changes cause.
      expect(postgres.asked.peak(['check'], 100, from)).toBeLessThan((INSTANCES / 10) * CHANCE)
      expect(postgres.asked.total(LOADS, from)).toBeLessThanOrEqual(INSTANCES + 1)
      expect(postgres.asked.peak(READS, 1000, from)).toBeLessThan(3 * INSTANCES)
    }))
})

import type { Result, Unit } from '../report/result.ts'
import { type Fleet, type FleetOptions, withFleet } from './fleet.ts'
import { LOADS, READS, WRITES } from './simulated-postgres.ts'

/** A result of a scene; its name follows that of the fleet. */
type Line = readonly [name: string, figure: number, unit: Unit]

/** A short period of a fleet, which is idle before it. */
type Scene = (fleet: Fleet, fromMs: number) => Promise<readonly Line[]>

const SETTLED_MS = 30_000
const STEP_MS = 10

/** Returns the load of instances that started together on one Redis and one PostgreSQL, while idle and in outages. */
export async function fleetScenes(options: FleetOptions): Promise<readonly Result[]> {
  const results: Result[] = []
  await withFleet(options, async (fleet) => {
    for (const scene of [start, rest, oneChange, redisAway, redisBlinks, postgresAway]) {
      const lines = await scene(fleet, fleet.time.now())
      results.push(...lines.map((line) => resultOf(options, line)))
    }
  })
  await withFleet(options, async (fleet) => {
    const lines = await startWithoutRedis(fleet, 0)
    results.push(...lines.map((line) => resultOf(options, line)))
  })
  return results
}

function resultOf({ instances }: FleetOptions, [name, flagdeck, unit]: Line): Result {
  const fleet = `${instances.toLocaleString('en')} instances`
  return { name: `${fleet}, ${name}`, unit, flagdeck, beside: null, ratio: null, aim: null }
}

const start: Scene = async ({ start: begin, time, postgres }) => {
  await begin()
  await time.pass(5000)
  const everything = postgres.asked.total(['load of everything'], 0)
  await time.pass(SETTLED_MS)
  return [
    ['start together: loads of everything', everything, 'times'],
    ['start together: PostgreSQL, worst second', postgres.asked.peak([...READS, ...WRITES], 1000), '/s'],
  ]
}

const rest: Scene = async ({ time, postgres, redis }, from) => {
  await time.pass(20_000)
  return [
    ['at rest: checks', postgres.asked.total(['check'], from) / 20, '/s'],
    ['at rest: checks, worst second', postgres.asked.peak(['check'], 1000, from), '/s'],
    ['at rest: writes of counts', postgres.asked.total(WRITES, from) / 20, '/s'],
    ['at rest: writes of counts, worst second', postgres.asked.peak(WRITES, 1000, from), '/s'],
    ['at rest: commands of Redis', redis.commands.total(['command'], from) / 20, '/s'],
  ]
}

const oneChange: Scene = async (fleet, from) => {
  const { postgres, redis } = fleet
  const lateMs = await untilAllHave(fleet, fleet.change())
  await fleet.time.pass(10_000)
  return [
    ['one change: messages', redis.commands.total(['message'], from), 'times'],
    ['one change: loads of what changed', postgres.asked.total(LOADS, from), 'times'],
    ['one change: until all answer with it', lateMs, 'ms'],
  ]
}

const redisAway: Scene = async (fleet, from) => {
  const { redis, time, postgres, change } = fleet
  redis.goAway()
  await time.pass(1000)
  const lateMs = await untilAllHave(fleet, change())
  await time.pass(30_000)
  const backAt = time.now()
  await Promise.all([change(), time.pass(50)])
  redis.comeBack()
  await time.pass(10_000)
  return [
    ['Redis away: until all answer with a change', lateMs, 'ms'],
    ['Redis away: PostgreSQL, worst second', postgres.asked.peak(READS, 1000, from), '/s'],
    ['Redis back: PostgreSQL, worst second', postgres.asked.peak(READS, 1000, backAt), '/s'],
    ['Redis back: commands of Redis, worst second', redis.commands.peak(['command'], 1000, backAt), '/s'],
  ]
}

const redisBlinks: Scene = async (fleet, from) => {
  const { redis, time, postgres, change } = fleet
  redis.goAway()
  const changed = change()
  await time.pass(50)
  redis.comeBack()
  const lateMs = await untilAllHave(fleet, changed)
  await time.pass(5000)
  return [
    ['connections to Redis cut: until all answer with a change', lateMs, 'ms'],
    ['connections to Redis cut: PostgreSQL, worst second', postgres.asked.peak(READS, 1000, from), '/s'],
    ['connections to Redis cut: checks, worst tenth of a second', postgres.asked.peak(['check'], 100, from), 'times'],
  ]
}

const postgresAway: Scene = async ({ postgres, time }) => {
  postgres.isUp = false
  await time.pass(30_000)
  const backAt = time.now()
  postgres.isUp = true
  postgres.longestWaitMs = 0
  await time.pass(20_000)
  return [
    ['PostgreSQL back after 30 s: reads, worst second', postgres.asked.peak(READS, 1000, backAt), '/s'],
    ['PostgreSQL back after 30 s: writes, worst second', postgres.asked.peak(WRITES, 1000, backAt), '/s'],
    ['PostgreSQL back after 30 s: longest wait', postgres.longestWaitMs, 'ms'],
  ]
}

const startWithoutRedis: Scene = async ({ start: begin, time, postgres, redis }) => {
  redis.goAway()
  await begin()
  await time.pass(10_000)
  return [
    ['start together without Redis: loads of everything', postgres.asked.total(['load of everything'], 0), 'times'],
    ['start together without Redis: longest wait', postgres.longestWaitMs, 'ms'],
  ]
}

/** Returns the milliseconds from storing the change until every instance returns the newest version. */
async function untilAllHave({ time, upToDate, size }: Fleet, change: Promise<void>): Promise<number> {
  await Promise.all([change, time.pass(STEP_MS)])
  const since = time.now()
  while ((await upToDate()) < size) await time.pass(STEP_MS)
  return time.now() - since
}

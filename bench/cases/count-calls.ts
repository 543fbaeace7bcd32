import { createFlagdeck, type Flagdeck } from '@flagdeck/core'
import type { UsageRecorder } from '@flagdeck/core/operations'
import type { FlagCall } from '@flagdeck/core/store'
import type { BenchDatabase } from '../databases/bench-database.ts'
import { garbageCollection } from '../measure/garbage-collection.ts'
import type { Result } from '../report/result.ts'
import type { BenchCase } from './bench-case.ts'

const FLAGS = 25
const CALLS = 400_000
/** The number of calls that are sent together before the previous ones must be in the database. */
const CALLS_PER_FLUSH = 20_000
const USERS = 1_000_000

/**
 * Measures calls of flags as SDKs report them, each of another user and with a UUID, until they are in the database.
 */
export function countCalls(database: BenchDatabase): BenchCase {
  const name = `${database.name} count calls of flags`
  return {
    name,
    run: () =>
      database.withSeeded({ flags: FLAGS }, async (seeded) => {
        const deck = await createFlagdeck({ store: seeded.openStore() })
        const { project } = await deck.project()
        const startedAt = performance.now()
        await recordAll(deck.context.usage, CALLS, (n) => ({ ...callOf(project.id, n), uuid: newUuid(n) }))
        const perSecond = CALLS / ((performance.now() - startedAt) / 1000)
        await assertCounted(deck, project.id)
        await deck.close()
        // The figure of PostgreSQL has no target, because it depends on a server on the same two cores.
        return [alone(name, '/s', perSecond, database.name === 'sqlite' ? { atLeast: 50_000 } : null)]
      }),
  }
}

/** Measures the memory that a million users still occupy. */
export function memoryOfUsers(database: BenchDatabase): BenchCase {
  const name = `memory of counting ${USERS.toLocaleString('en')} users`
  return {
    name,
    run: () =>
      database.withSeeded({ flags: FLAGS }, async (seeded) => {
        const deck = await createFlagdeck({ store: seeded.openStore() })
        const { project } = await deck.project()
        const { usage } = deck.context
        const heapMb = weighing()
        await recordAll(usage, CALLS_PER_FLUSH, (n) => callOf(project.id, n))
        const before = heapMb()
        await recordAll(usage, USERS, (n) => ({ ...callOf(project.id, n), uuid: newUuid(n) }))
        const growth = heapMb() - before
        await deck.close()
        return [alone(name, 'MB', growth, { atMost: 64 })]
      }),
  }
}

function alone(name: string, unit: Result['unit'], flagdeck: number, aim: Result['aim']): Result {
  return { name, unit, flagdeck, beside: null, ratio: null, aim }
}

async function recordAll(usage: UsageRecorder, count: number, callAt: (n: number) => FlagCall): Promise<void> {
  let flushed = Promise.resolve()
  for (let n = 0; n < count; n++) {
    usage.record(callAt(n))
    if ((n + 1) % CALLS_PER_FLUSH > 0) continue
    await flushed
    flushed = usage.flush()
  }
  await flushed
  await usage.flush()
}

function callOf(projectId: number, n: number): FlagCall {
  return {
    projectId,
    flagKey: `flag-${n % FLAGS}`,
    variant: n % 3 === 0 ? 'false' : 'true',
    measure: 'exposures',
    source: 'sdk_local',
    sdk: 'posthog-node',
    distinctId: `user-${n}`,
    count: 1,
    errors: 0,
    at: Date.now(),
    uuid: null,
  }
}

/** Returns a UUID of version 7, like those of SDKs: it starts with the time. */
function newUuid(n: number): string {
  const time = Date.now().toString(16).padStart(12, '0')
  const random = (Math.imul(n, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${n.toString(16).padStart(12, '0')}`
}

async function assertCounted({ context }: Flagdeck, projectId: number): Promise<void> {
  const query = { measure: 'exposures', period: 'day', from: '', until: '~', by: [] } as const
  const [sum] = await context.store.read((tx) => tx.usageCounts.sum(projectId, query))
  if (sum?.count !== CALLS) throw new Error(`${sum?.count} of ${CALLS} calls were counted`)
}

function weighing(): () => number {
  const collect = garbageCollection()
  return () => {
    collect()
    return process.memoryUsage().heapUsed / 1e6
  }
}

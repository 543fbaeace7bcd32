import { createFlagdeck, type EmbeddedFlags } from '@flagdeck/core'
import { type DefinitionsCache, remoteChangeBus } from '@flagdeck/core/store'
import { redisDefinitionsCache } from '../../packages/redis/src/redis-definitions-cache.ts'
import { RedisKeys } from '../../packages/redis/src/redis-keys.ts'
import { RedisLink } from '../../packages/redis/src/redis-link.ts'
import { sampleFlags } from '../samples/sample-flags.ts'
import { SimulatedPostgres } from './simulated-postgres.ts'
import { REDIS_TIMEOUT_MS, SimulatedRedis } from './simulated-redis.ts'
import { inVirtualTime, type VirtualTime } from './virtual-time.ts'

export interface FleetOptions {
  readonly instances: number
  /** The number of milliseconds within which all instances start. */
  readonly startWithinMs: number
}

/**
 * Instances behind one Redis and one PostgreSQL, each with one project of {@link FLAGS} flags that clients request
 * regularly.
 */
export interface Fleet {
  readonly size: number
  readonly time: VirtualTime
  readonly postgres: SimulatedPostgres
  readonly redis: SimulatedRedis
  /** Starts all instances. Each runs as soon as it has started. */
  start(): Promise<void>
  /** Changes a flag through the first instance. */
  change(): Promise<void>
  /** Returns the number of instances that return the newest version. */
  upToDate(): Promise<number>
}

const FLAGS = 100
const ASK_INTERVAL_MS = 5000
const ENTER_AGAIN_MS = 100
const USERS = 50
const EPOCH_MS = Date.UTC(2026, 0, 1)

/** Runs real instances with a simulated Redis, a simulated PostgreSQL and a simulated clock. */
export function withFleet<T>(options: FleetOptions, use: (fleet: Fleet) => Promise<T>): Promise<T> {
  return inVirtualTime(async (time) => {
    const postgres = new SimulatedPostgres(() => time.now())
    const seeded = await createFlagdeck({ store: { ...postgres.rows, close: async () => undefined } })
    const { flags, project } = await seeded.project()
    for (const input of sampleFlags(FLAGS)) await flags.create(input)
    await seeded.close()
    return use(fleetOn(time, postgres, new SimulatedRedis(time), project.id, options))
  })
}

type Instance = Awaited<ReturnType<typeof startInstance>>

function fleetOn(
  time: VirtualTime,
  postgres: SimulatedPostgres,
  redis: SimulatedRedis,
  projectId: number,
  { instances: size, startWithinMs }: FleetOptions,
): Fleet {
  const instances: Instance[] = []
  let changes = 0
  const startOne = async () => {
    instances.push(await startInstance(time, postgres, redis, projectId))
  }
  return {
    size,
    time,
    postgres,
    redis,
    async start() {
      for (let n = 0; n < size; n++) setTimeout(startOne, (n * startWithinMs) / size)
      await time.pass(startWithinMs)
    },
    async change() {
      const flag = await instances[0]?.flags.find('flag-0')
      if (flag) await instances[0]?.flags.update(flag.id, { name: `change ${++changes}` })
    },
    async upToDate() {
      const newest = (await postgres.rows.read((tx) => tx.projects.versions([projectId]))).get(projectId)?.version
      return instances.filter(({ version }) => version() === newest).length
    },
  }
}

async function startInstance(time: VirtualTime, postgres: SimulatedPostgres, redis: SimulatedRedis, projectId: number) {
  const link = new RedisLink(redis.openClient(), { timeoutMs: REDIS_TIMEOUT_MS, onError: () => undefined })
  const largeLink = new RedisLink(redis.openClient(), { timeoutMs: REDIS_TIMEOUT_MS, onError: () => undefined })
  const deck = await createFlagdeck({
    store: postgres.store(),
    bus: remoteChangeBus((events) => redis.openChannel(events, link), { onError: () => undefined }),
    definitionsCache: timedCache(time, redisDefinitionsCache(largeLink, new RedisKeys('fleet'))),
    clock: () => EPOCH_MS + time.now(),
  })
  const { flags } = await entered(() => deck.project(projectId))
  askNowAndThen(flags)
  return { flags, version: () => deck.context.snapshots.peek(projectId)?.version }
}

/** Retries like a load balancer, until an instance is ready. */
async function entered<T>(enter: () => Promise<T>): Promise<T> {
  try {
    return await enter()
  } catch {
    await new Promise((resolve) => void setTimeout(resolve, ENTER_AGAIN_MS))
    return entered(enter)
  }
}

function askNowAndThen(flags: EmbeddedFlags): void {
  let asked = 0
  setInterval(
    () => flags.isEnabled(`flag-${asked % FLAGS}`, { distinctId: `user-${asked++ % USERS}` }),
    ASK_INTERVAL_MS,
  )
}

/** Releases the clock when the found definitions are unpacked. */
function timedCache(time: VirtualTime, cache: DefinitionsCache): DefinitionsCache {
  return {
    ...cache,
    async find(projectId) {
      const found = await cache.find(projectId)
      if (found) time.release()
      return found
    },
  }
}

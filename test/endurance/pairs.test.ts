import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { describeOnBoth } from '../../packages/server/test/support/describe-on-both.ts'
import { FRESH_READERS } from '../../packages/server/test/support/fresh-readers.ts'
import {
  type Installation,
  newInstallation,
  type SampleFlag,
  sampleFlag,
} from '../../packages/server/test/support/instances.ts'
import { NOT_OURS } from '../services/describe-on-redis.ts'
import { startRedisServer } from '../services/redis-server.ts'
import { amount } from './support/amount.ts'
import { type InstanceProcess, metricOf, startInstanceProcess, untilListening } from './support/instance-process.ts'
import { sayMeasured } from './support/say-measured.ts'

const PAIRS = amount('ENDURANCE_PAIRS', 5000)
/** Concurrent, so that a load of the project is in progress when the next change arrives. */
const WORKERS = 6
const TIMEOUT_MS = 600_000

/** Writer and reader, as indexes in the list of instances. */
const ROUTES = [
  [0, 1],
  [1, 2],
  [2, 0],
  [1, 0],
  [2, 1],
  [0, 2],
] as const
const READERS = Object.entries(FRESH_READERS)

describeOnBoth('three instances', ({ postgresUrl, redis }) => {
  async function threeInstances(shared: { readonly url: string; readonly prefix: string }): Promise<Trio> {
    const installation = await newInstallation(postgresUrl)
    const start = () => startInstanceProcess({ databaseUrl: installation.databaseUrl, redis: shared })
    const instances = await Promise.all([start(), start(), start()])
    await Promise.all(instances.map(untilListening))
    return { installation, instances }
  }

  it(
    `PROP-41 answer ${PAIRS} reads on one, in every way, with what another has just written`,
    async () => {
      const trio = await threeInstances({ url: redis().url, prefix: `pairs-${randomUUID().slice(0, 8)}` })
      const stale = await staleReads(trio, PAIRS)
      expect(stale).toEqual([])
    },
    TIMEOUT_MS,
  )

  it(
    `PROP-41 answer ${PAIRS} more, though Redis is killed half-way`,
    async ({ skip }) => {
      const { program } = redis()
      if (program === undefined) return skip(NOT_OURS)
      const server = await startRedisServer({ program })
      onTestFinished(() => server.dispose())
      const trio = await threeInstances({ url: server.url, prefix: 'pairs' })
      const up = () => Promise.all(trio.instances.map((instance) => metricOf(instance, 'redis_up')))
      let seen: readonly number[] = []
      const stale = await staleReads(trio, PAIRS, async (done) => {
        if (done !== Math.floor(PAIRS / 2)) return
        seen = await up()
        await server.crash()
      })
      expect(stale).toEqual([])
      expect(seen).toEqual([1, 1, 1])
      expect(await up()).toEqual([0, 0, 0])
    },
    TIMEOUT_MS,
  )
})

interface Trio {
  readonly installation: Installation
  readonly instances: readonly InstanceProcess[]
}

/** One of the concurrent workers. No other worker changes its flag, so the expected value is known. */
interface Worker {
  readonly flagKey: string
  readonly flag: SampleFlag
  /** The index of its first reader. */
  readonly offset: number
}

/** Writes through one instance and reads through another. Returns the reads that did not see the write. */
async function staleReads(
  trio: Trio,
  pairs: number,
  onPair: (done: number) => Promise<void> = async () => undefined,
): Promise<readonly string[]> {
  const stale: string[] = []
  const startedAt = performance.now()
  let done = 0
  const work = async (worker: Worker) => {
    for (let n = 0; done < pairs; n++) {
      done++
      const report = onPair(done)
      const wrong = await staleRead(trio, worker, n)
      if (wrong !== undefined) stale.push(wrong)
      await report
    }
  }
  await Promise.all((await newWorkers(trio)).map(work))
  const seconds = (performance.now() - startedAt) / 1000
  sayMeasured('pairs', { pairs: done, stale: stale.length, seconds, 'pairs a second': done / seconds })
  expect(done).toBe(pairs)
  return stale
}

async function newWorkers({ installation, instances: [first] }: Trio): Promise<readonly Worker[]> {
  if (!first) throw new Error('there is no instance')
  const newWorker = async (offset: number) => {
    const flagKey = `pairs-${offset}`
    return { flagKey, flag: await sampleFlag(first, installation, flagKey), offset }
  }
  return Promise.all(Array.from({ length: WORKERS }, (_, offset) => newWorker(offset)))
}

/** Runs one write and one read. Returns the error, if there is one. */
async function staleRead({ installation, instances }: Trio, worker: Worker, n: number): Promise<string | undefined> {
  const [from, to] = ROUTES[n % ROUTES.length] ?? ROUTES[0]
  const round = Math.floor(n / ROUTES.length)
  const [name, read] = READERS[(round + worker.offset) % READERS.length] ?? []
  const [writer, reader] = [instances[from], instances[to]]
  if (!(read && writer && reader)) throw new Error('there is nobody to write or to read')
  // Each route sees both values alternately, so a stale value is detected.
  const on = (n + round) % 2 === 0
  const version = await worker.flag.turn(writer, on)
  const answered = await read(reader, installation, version, worker.flagKey)
  return answered === on ? undefined : `${n} of ${worker.flagKey}: ${name}, written on ${from}, read on ${to}`
}

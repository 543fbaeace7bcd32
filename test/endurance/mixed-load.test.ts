import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { describeOnBoth } from '../../packages/server/test/support/describe-on-both.ts'
import { ask, type Instance, newInstallation } from '../../packages/server/test/support/instances.ts'
import { NOT_OURS } from '../services/describe-on-redis.ts'
import { startRedisServer } from '../services/redis-server.ts'
import { amount } from './support/amount.ts'
import { startInstanceProcess, untilListening } from './support/instance-process.ts'
import { numberIn, postgresRows } from './support/kills/stored-rows.ts'
import { occupy } from './support/load/activity.ts'
import { logProblems, mostRefusals, warnings } from './support/load/log-problems.ts'
import { MemoryWatch } from './support/load/memory-watch.ts'
import { occupations } from './support/load/occupations.ts'
import { makeSharedThings } from './support/load/shared-things.ts'
import { Traffic } from './support/load/traffic.ts'
import { TrafficRecord } from './support/load/traffic-record.ts'
import { sayMeasured } from './support/say-measured.ts'

const LOAD_MS = amount('ENDURANCE_LOAD_SECONDS', 300) * 1000
/** By then caches are full and all code is compiled. */
const WARM_MS = LOAD_MS / 5
const WINDOW_MS = LOAD_MS / 20
/** The maximum growth of memory after the warm-up. */
const GROWTH = 1.3
const GROWTH_MIB = 50
/** How long after a disturbance requests may still fail because of it. */
const SETTLING_MS = 5000

describeOnBoth('two instances', ({ postgresUrl, redis }) => {
  it(
    `OUT-4 PROP-31 SERVE-30 answer everything for ${LOAD_MS / 1000} s, though one is restarted, and Redis`,
    async ({ skip }) => {
      const { program } = redis()
      if (program === undefined) return skip(NOT_OURS)
      const redisServer = await startRedisServer({ program })
      onTestFinished(() => redisServer.dispose())
      const { databaseUrl, personalApiKey, projectToken } = await newInstallation(postgresUrl)
      const start = async () => {
        const instance = await startInstanceProcess({ databaseUrl, redis: { url: redisServer.url, prefix: 'load' } })
        await untilListening(instance)
        return instance
      }
      const [steady, ended] = [await start(), await start()]
      let other = ended
      const disturbance = { isOn: false }
      const record = new TrafficRecord()
      const common = { record, personalApiKey, instances: () => [steady, other], isDisturbed: () => disturbance.isOn }
      const second = await newProject(steady, personalApiKey)
      const projects = [new Traffic({ ...common, projectId: 1, projectToken }), new Traffic({ ...common, ...second })]

      const startedAt = performance.now()
      const isOver = () => performance.now() - startedAt > LOAD_MS
      const until = (share: number) => pause(Math.max(0, startedAt + share * LOAD_MS - performance.now()))
      const loads = projects.map(async (traffic) =>
        occupy(traffic, occupations(await makeSharedThings(traffic), databaseUrl), isOver),
      )
      const memory = [new MemoryWatch(steady)]
      await until(0.25)
      await whileOn(disturbance, async () => {
        await ended.close()
        other = await start()
      })
      memory.push(new MemoryWatch(other))
      await until(0.5)
      await whileOn(disturbance, async () => {
        await redisServer.crash()
        await pause(SETTLING_MS)
        await redisServer.restart()
        await Promise.all([steady, other].map(untilListening))
      })
      await Promise.all(loads)

      const used = await Promise.all(memory.map((watch) => watch.end(WARM_MS, WINDOW_MS)))
      for (const instance of [steady, other]) await instance.close()
      const logs = [steady, other, ended].map(({ server }) => server.stderr())
      const log = logs.join('\n')
      const deadlocks = await deadlocksOf(databaseUrl)
      sayMeasured('mixed load', {
        seconds: LOAD_MS / 1000,
        ...record.figures,
        deadlocks,
        memory: used.map(({ warm, last }) => `${Math.round(warm)} MiB then ${Math.round(last)} MiB`).join(' and '),
        warnings: JSON.stringify(warnings(log)),
      })
      expect(record.problems).toEqual([])
      expect(record.refusals, JSON.stringify(warnings(log))).toBeLessThanOrEqual(mostRefusals(log, record.answers))
      expect(logs.flatMap(logProblems)).toEqual([])
      expect(deadlocks).toBe(0)
      for (const { warm, last } of used) expect(last).toBeLessThan(warm * GROWTH + GROWTH_MIB)
    },
    LOAD_MS + 300_000,
  )
})

async function newProject(instance: Instance, key: string) {
  const { status, body } = await ask(instance, '/api/projects/', { key, body: { name: 'second' } })
  expect(status).toBe(201)
  return { projectId: Number(body.id), projectToken: String(body.api_token) }
}

async function whileOn(disturbance: { isOn: boolean }, work: () => Promise<unknown>): Promise<void> {
  disturbance.isOn = true
  await work()
  await pause(SETTLING_MS)
  disturbance.isOn = false
}

async function deadlocksOf(databaseUrl: string): Promise<number> {
  const rows = await postgresRows(databaseUrl)
  onTestFinished(() => rows.close())
  return numberIn(rows, 'select deadlocks from pg_stat_database where datname = current_database()')
}

import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { describeOnBoth } from '../../packages/server/test/support/describe-on-both.ts'
import { newInstallation } from '../../packages/server/test/support/instances.ts'
import { NOT_OURS } from '../services/describe-on-redis.ts'
import { startRedisServer } from '../services/redis-server.ts'
import { amount } from './support/amount.ts'
import { type InstanceProcess, startInstanceProcess, untilListening } from './support/instance-process.ts'
import { numberIn, postgresRows } from './support/kills/stored-rows.ts'
import { type Occupation, occupy } from './support/load/activity.ts'
import { countPersons, editCohorts } from './support/load/edit-cohorts.ts'
import { editDashboards, makeDashboards, moveTiles, placeInsights } from './support/load/edit-dashboards.ts'
import { editAccess, editFlags, makeFlags } from './support/load/edit-flags.ts'
import { editRoles } from './support/load/edit-roles.ts'
import { evaluateFlags, pollDefinitions } from './support/load/evaluate-flags.ts'
import { logProblems, warnings } from './support/load/log-problems.ts'
import { exportProject, lookAround } from './support/load/look-around.ts'
import { MemoryWatch } from './support/load/memory-watch.ts'
import { openStreams } from './support/load/open-streams.ts'
import { repeatRequests } from './support/load/repeat-requests.ts'
import { reportCalls } from './support/load/report-calls.ts'
import { makeSharedThings, type SharedThings } from './support/load/shared-things.ts'
import { Traffic } from './support/load/traffic.ts'
import { sayMeasured } from './support/say-measured.ts'

const LOAD_MS = amount('ENDURANCE_LOAD_SECONDS', 600) * 1000
/** When caches are full and everything has been compiled. */
const WARM_MS = LOAD_MS / 5
const WINDOW_MS = LOAD_MS / 20
/** How much more memory than when it was warm a process may have in the end. */
const GROWTH = 1.3
const GROWTH_MIB = 50
/** How long after a start something may still be owed to it. */
const SETTLING_MS = 5000

describeOnBoth('two instances', ({ postgresUrl, redis }) => {
  it(
    `OUT-4 PROP-31 SERVE-30 answer everything for ${LOAD_MS / 1000} s, though one is restarted, and Redis`,
    async ({ skip }) => {
      const { program } = redis()
      if (program === undefined) return skip(NOT_OURS)
      const redisServer = await startRedisServer({ program })
      onTestFinished(() => redisServer.dispose())
      const installation = await newInstallation(postgresUrl)
      const { databaseUrl } = installation
      const start = async () => {
        const instance = await startInstanceProcess({ databaseUrl, redis: { url: redisServer.url, prefix: 'load' } })
        await untilListening(instance)
        return instance
      }
      const instances: [InstanceProcess, InstanceProcess] = [await start(), await start()]
      const ended: InstanceProcess[] = []
      let disturbances = 0
      const traffic = new Traffic({ ...installation, instances: () => instances, isDisturbed: () => disturbances > 0 })
      const disturb = async (work: () => Promise<unknown>) => {
        disturbances++
        await work()
        await pause(SETTLING_MS)
        disturbances--
      }

      const startedAt = performance.now()
      const isOver = () => performance.now() - startedAt > LOAD_MS
      const until = (share: number) => pause(Math.max(0, startedAt + share * LOAD_MS - performance.now()))
      const shared = await makeSharedThings(traffic)
      const load = occupy(traffic, occupations(shared, databaseUrl), isOver)
      const steady = new MemoryWatch(instances[0])
      await until(0.25)
      await disturb(async () => {
        ended.push(instances[1])
        await instances[1].close()
        instances[1] = await start()
      })
      const restarted = new MemoryWatch(instances[1])
      await until(0.5)
      await disturb(async () => {
        await redisServer.crash()
        await pause(SETTLING_MS)
        await redisServer.restart()
        await Promise.all(instances.map(untilListening))
      })
      await load

      const memory = [await steady.end(WARM_MS, WINDOW_MS), await restarted.end(WARM_MS, WINDOW_MS)]
      for (const instance of instances) await instance.close()
      ended.push(...instances)
      const logs = ended.map(({ server }) => server.stderr())
      const rows = await postgresRows(databaseUrl)
      onTestFinished(() => rows.close())
      const deadlocks = await numberIn(
        rows,
        'select deadlocks from pg_stat_database where datname = current_database()',
      )
      sayMeasured('mixed load', {
        seconds: LOAD_MS / 1000,
        ...traffic.figures,
        deadlocks,
        memory: memory.map(({ warm, last }) => `${Math.round(warm)} MiB then ${Math.round(last)} MiB`).join(' and '),
        warnings: JSON.stringify(warnings(logs.join('\n'))),
      })
      expect(traffic.problems).toEqual([])
      expect(logs.flatMap(logProblems)).toEqual([])
      expect(deadlocks).toBe(0)
      for (const { warm, last } of memory) expect(last).toBeLessThan(warm * GROWTH + GROWTH_MIB)
    },
    LOAD_MS + 300_000,
  )
})

/** What everybody does, at a pace that leaves two cores some rest: who always waits for a turn proves nothing. */
function occupations(shared: SharedThings, databaseUrl: string): readonly Occupation[] {
  return [
    { activity: evaluateFlags, clients: 3, pauseMs: 100 },
    { activity: pollDefinitions, clients: 2, pauseMs: 200 },
    { activity: openStreams, clients: 5, pauseMs: 300 },
    { activity: makeFlags, clients: 1, pauseMs: 200 },
    { activity: editFlags(shared), clients: 2, pauseMs: 200 },
    { activity: editAccess(shared), clients: 2, pauseMs: 200 },
    { activity: editRoles(shared), clients: 1, pauseMs: 300 },
    { activity: makeDashboards(shared), clients: 1, pauseMs: 300 },
    { activity: editDashboards(shared), clients: 1, pauseMs: 300 },
    { activity: moveTiles(shared), clients: 3, pauseMs: 200 },
    { activity: placeInsights(shared), clients: 2, pauseMs: 200 },
    { activity: editCohorts(shared), clients: 1, pauseMs: 300 },
    { activity: countPersons, clients: 1, pauseMs: 200 },
    { activity: reportCalls, clients: 2, pauseMs: 200 },
    { activity: repeatRequests, clients: 1, pauseMs: 500 },
    { activity: lookAround(shared), clients: 1, pauseMs: 500 },
    { activity: exportProject(databaseUrl), clients: 1, pauseMs: 20_000 },
  ]
}

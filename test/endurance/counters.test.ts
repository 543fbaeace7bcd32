import type { JsonValue } from '@flagdeck/core'
import { expect, it } from 'vitest'
import {
  ask,
  FLAGS,
  type Installation,
  type Instance,
  newInstallation,
} from '../../packages/server/test/support/instances.ts'
import { describeOnNewestPostgres } from '../../packages/store-postgres/test/support/index.ts'
import { amount } from './support/amount.ts'
import { CallTally, type Measure } from './support/counters/call-tally.ts'
import { tilesOf, usageOf } from './support/counters/counted-calls.ts'
import { reportEvaluations, reportExposures, VARIANTS } from './support/counters/report-calls.ts'
import { type InstanceProcess, startInstanceProcess } from './support/instance-process.ts'
import { sayMeasured } from './support/say-measured.ts'

const CALLS = amount('ENDURANCE_CALLS', 100_000)
const TIMEOUT_MS = 600_000
const MEASURES: readonly Measure[] = ['exposures', 'evaluations']

describeOnNewestPostgres('three instances', ({ url }) => {
  it(
    `USAGE-10 USAGE-34 USAGE-35 count ${CALLS} calls exactly, though each is stopped while they come in`,
    async () => {
      const installation = await newInstallation(url)
      // Results in many flushes, concurrently on all instances.
      const args = ['--usage-flush-interval-ms', '300']
      const start = () => startInstanceProcess({ databaseUrl: installation.databaseUrl, args })
      const instances = await Promise.all([start(), start(), start()])
      const flagIds = await makeFlags(instances, installation)
      const tally = await callUntilStopped(instances, installation)

      const last = await start()
      const counted = await Promise.all(
        flagIds.map(([, id]) => Promise.all(MEASURES.map((measure) => usageOf(last, installation, id, measure)))),
      )
      sayMeasured('counters', { calls: tally.total, exposures: sum(tally, 'exposures') })
      expect(counted).toEqual(flagIds.map(([key]) => MEASURES.map((measure) => tally.of(measure, key))))
      expect(await tilesOf(last, installation)).toEqual(expectedTiles(tally))
      expect(tally.total).toBeGreaterThanOrEqual(CALLS)
    },
    TIMEOUT_MS,
  )
})

type FlagId = readonly [key: string, id: number]

/** Creates the flags, and waits until every instance has them. */
async function makeFlags(
  instances: readonly Instance[],
  { personalApiKey: key, projectToken: token }: Installation,
): Promise<readonly FlagId[]> {
  const [first] = instances
  if (!first) throw new Error('there is no instance')
  const ids: FlagId[] = []
  for (const [flagKey, variants] of Object.entries(VARIANTS)) {
    const made = await ask(first, FLAGS, { key, body: { key: flagKey, filters: filtersOf(variants) } })
    expect(made, made.text).toMatchObject({ status: 201 })
    ids.push([flagKey, Number(made.body.id)])
  }
  for (const instance of instances) {
    // Reads definitions, because evaluations would be counted.
    const known = async () => (await ask(instance, `/flags/definitions?token=${token}`, { key })).body.flags
    await expect.poll(known, { timeout: 10_000 }).toHaveLength(ids.length)
  }
  return ids
}

function filtersOf(variants: readonly string[]): JsonValue {
  const groups = [{ rollout_percentage: 100 }]
  if (variants.length === 1) return { groups }
  const share = (n: number) => (n === 0 ? 100 - (variants.length - 1) * 30 : 30)
  return { groups, multivariate: { variants: variants.map((key, n) => ({ key, rollout_percentage: share(n) })) } }
}

/** Reports calls to every instance, and concurrently stops one instance after the other. Returns the reported calls. */
async function callUntilStopped(
  instances: readonly InstanceProcess[],
  { projectToken: token }: Installation,
): Promise<CallTally> {
  const tally = new CallTally()
  const running = new Set<Instance>(instances)
  const others = (instance: Instance) => [...running].filter((each) => each !== instance)
  const reporting = { token, tally, others }
  const reports = instances.flatMap((instance) => [
    reportExposures(instance, reporting),
    reportExposures(instance, reporting),
    reportEvaluations(instance, reporting),
    reportEvaluations(instance, reporting),
  ])
  for (const [n, instance] of instances.entries()) {
    const enough = (CALLS * (n + 1)) / instances.length
    await expect.poll(() => tally.total, { timeout: TIMEOUT_MS, interval: 20 }).toBeGreaterThanOrEqual(enough)
    running.delete(instance)
    await instance.close()
  }
  await Promise.all(reports)
  return tally
}

function sum(tally: CallTally, measure: Measure): number {
  return Object.keys(VARIANTS).reduce((total, key) => total + tally.of(measure, key).count, 0)
}

function expectedTiles(tally: CallTally) {
  const byFlag = (measure: Measure, what: 'count' | 'users') =>
    Object.fromEntries(Object.keys(VARIANTS).map((key) => [key, tally.of(measure, key)[what]]))
  return Object.fromEntries(
    MEASURES.flatMap((measure) => [
      [`${measure} total`, byFlag(measure, 'count')],
      [`${measure} dau`, byFlag(measure, 'users')],
    ]),
  )
}

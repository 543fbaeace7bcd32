import { randomUUID } from 'node:crypto'
import { postgresStore } from '@flagdeck/store-postgres'
import { expect, it, onTestFinished } from 'vitest'
import { NOT_OURS } from '../../../test/services/describe-on-redis.ts'
import { startRedisServer } from '../../../test/services/redis-server.ts'
import { describeOnBoth } from './support/describe-on-both.ts'
import { ask, type Installation, type Instance, newInstallation, SAMPLE_FLAG, sampleFlag } from './support/instances.ts'

const EVENTS = 10

describeOnBoth('instances that bring together in Redis what they count', ({ postgresUrl, redis }) => {
  async function threeInstances() {
    const { program } = redis()
    if (program === undefined) return undefined
    const server = await startRedisServer({ program })
    onTestFinished(() => server.dispose())
    const installation = await newInstallation(postgresUrl, { redisUrl: server.url, usageFlushIntervalMs: 200 })
    const instances = [await installation.start(), await installation.start(), await installation.start()]
    const [first] = instances
    if (first) await sampleFlag(first, installation)
    return { server, installation, instances }
  }

  it('USAGE-61 count every event once, though Redis is emptied, killed and started again', async ({ skip }) => {
    const started = await threeInstances()
    if (!started) return skip(NOT_OURS)
    const { server, installation, instances } = started
    let sent = 0
    const sendUntilWritten = async () => {
      const before = await writtenBy(instances)
      while ((await writtenBy(instances)).some((written, n) => written <= (before[n] ?? 0))) {
        const events = Array.from({ length: EVENTS }, newEvent)
        // Each event comes to two of them.
        await Promise.all([sent, sent + 1].map((n) => send(instances[n % 3], installation, events)))
        sent++
      }
    }
    for (const change of [server.crash, server.restart, server.crash, server.restart]) {
      await sendUntilWritten()
      await change()
    }
    await sendUntilWritten()
    for (const instance of instances) await instance.close()
    expect(await storedCount(installation)).toEqual({ count: sent * EVENTS, errors: 0 })
  })

  it('USAGE-60 have it all in the store a moment later, and nothing left over', async ({ skip }) => {
    const started = await threeInstances()
    if (!started) return skip(NOT_OURS)
    const { installation, instances } = started
    await Promise.all(instances.map((instance) => send(instance, installation, [newEvent(), newEvent()])))
    for (const instance of instances) {
      await expect.poll(() => metricOf(instance, 'usage_calls_pending'), { timeout: 9000 }).toBe(0)
    }
    expect(await storedCount(installation)).toEqual({ count: 6, errors: 0 })
  })
})

function newEvent() {
  const properties = { $feature_flag: SAMPLE_FLAG, $feature_flag_response: true }
  return { event: '$feature_flag_called', distinct_id: randomUUID(), uuid: randomUUID(), properties }
}

async function send(
  instance: Instance | undefined,
  { projectToken }: Installation,
  batch: readonly ReturnType<typeof newEvent>[],
): Promise<void> {
  if (!instance) throw new Error('there are fewer instances')
  const answer = await ask(instance, '/batch/', { body: { api_key: projectToken, batch: [...batch] } })
  expect(answer.status).toBe(200)
}

async function writtenBy(instances: readonly Instance[]): Promise<readonly number[]> {
  return Promise.all(instances.map((instance) => metricOf(instance, 'usage_calls_written_total')))
}

async function metricOf(instance: Instance, name: string): Promise<number> {
  const { text } = await ask(instance, '/metrics')
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

async function storedCount({ databaseUrl }: Installation) {
  const store = postgresStore({ connectionString: databaseUrl })
  try {
    const ever = { measure: 'exposures', period: 'day', from: '', until: '~', by: [] } as const
    return (await store.read((tx) => tx.usageCounts.sum(1, ever)))[0]
  } finally {
    await store.close()
  }
}

import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { expect, it, onTestFinished } from 'vitest'
import { NOT_OURS } from '../../../test/services/describe-on-redis.ts'
import { startFaultyProxy } from '../../../test/services/faulty-proxy.ts'
import { startRedisServer } from '../../../test/services/redis-server.ts'
import { describeOnBoth } from './support/describe-on-both.ts'
import { runCommand } from './support/flagdeck-command.ts'
import {
  type Answer,
  ask,
  FLAGS,
  type Installation,
  type Instance,
  isOn,
  newInstallation,
  sampleFlag,
} from './support/instances.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const SUBJECT = { distinct_id: 'ada' }

/** Sends one request of each kind. Returns the parts of the responses that must not depend on Redis. */
async function answersOf(instance: Instance, { personalApiKey: key, projectToken: token }: Installation) {
  const context = { targetingKey: 'ada' }
  const answers: readonly Answer[] = [
    await ask(instance, FLAGS, { key }),
    await ask(instance, `${FLAGS}?search=nothing`, { key }),
    await ask(instance, `${FLAGS}evaluation_reasons/?distinct_id=ada`, { key }),
    await ask(instance, FLAGS, { key, body: { key: 'beta' } }),
    await ask(instance, `${FLAGS}999999/`, { key }),
    await ask(instance, '/flags/?v=2', { body: { token, ...SUBJECT } }),
    await ask(instance, '/flags/?v=2', { body: { token: 'phc_unknown', ...SUBJECT } }),
    await ask(instance, '/decide/?v=3', { body: { token, ...SUBJECT } }),
    await ask(instance, '/ofrep/v1/evaluate/flags/beta', { key: token, body: { context } }),
    await ask(instance, `/flags/definitions?token=${token}`, { key }),
    await ask(instance, `/flags/definitions?token=${token}`, { key: 'phx_unknown' }),
    await ask(instance, '/api/users/@me/', { key }),
  ]
  return answers.map(({ status, text }) => ({ status, text: text.replaceAll(VOLATILE, '…') }))
}

/** Values that differ between responses, or between changes of a flag. */
const VOLATILE =
  /"(?:requestId|evaluatedAt|last_used_at|updated_at|last_called_at|version)":\s*(?:"[^"]*"|\d+|null)|http:\/\/[^/]+/g

/** Measures how long `work` takes. */
async function timed<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly ms: number }> {
  const startedAt = performance.now()
  return { result: await work(), ms: performance.now() - startedAt }
}

async function redisState(instance: Instance): Promise<string> {
  const { status, body } = await ask(instance, '/_readyz')
  return `${status} ${body.status} ${body.redis}`
}

describeOnBoth('instances whose Redis fails', ({ postgresUrl, redis }) => {
  const newPrefix = () => `${redis().prefix}-${randomUUID().slice(0, 8)}`

  /** Starts an instance whose Redis is behind a proxy. `expected` has the responses of an instance without Redis. */
  async function throughProxy() {
    const proxy = await startFaultyProxy(redis().url)
    onTestFinished(() => proxy.dispose())
    const installation = await newInstallation(postgresUrl)
    const without = await installation.start()
    const flag = await sampleFlag(without, installation)
    await flag.turn(without, true)
    const instance = await installation.start({
      redisUrl: proxy.url,
      redisPrefix: newPrefix(),
      rateLimit: '100000/minute',
    })
    const expected = await answersOf(without, installation)
    return { proxy, installation, instance, flag, expected }
  }

  it('PROP-31 answer the same whatever Redis does, and use it again within five seconds', async () => {
    const { proxy, installation, instance, flag, expected } = await throughProxy()
    const stillTheSame = async (what: string) => {
      const { result, ms } = await timed(() => answersOf(instance, installation))
      expect(result, what).toEqual(expected)
      // Three requests wait for Redis, a tenth of a second each.
      expect(ms, what).toBeLessThan(2500)
    }
    const isBack = async (what: string) => {
      const { ms } = await timed(() => expect.poll(() => redisState(instance), { timeout: 9000 }).toBe('200 ready ok'))
      expect(ms, what).toBeLessThan(5000)
    }
    await isBack('there')
    await stillTheSame('there')
    const faults = {
      slow: () => proxy.delay(300),
      cut: () => proxy.cut(),
      refused: () => proxy.refuse(),
      swallowed: () => proxy.stall(),
    }
    for (const [what, harm] of Object.entries(faults)) {
      await harm()
      await stillTheSame(what)
      if (what !== 'cut') expect(await redisState(instance), what).toBe('200 ready unreachable')
      // A write neither waits for Redis nor fails.
      await flag.turn(instance, false)
      expect(await isOn(instance, installation)).toBe(false)
      await flag.turn(instance, true)
      proxy.heal()
      await isBack(what)
      await stillTheSame(`after ${what}`)
    }
  })

  it('PROP-31 start without Redis, and use it once it is there', async ({ skip }) => {
    const { program } = redis()
    if (program === undefined) return skip(NOT_OURS)
    const server = await startRedisServer({ program })
    onTestFinished(() => server.dispose())
    await server.crash()
    const installation = await newInstallation(postgresUrl, { redisUrl: server.url })
    const { result: instance, ms } = await timed(() => installation.start())
    expect(ms).toBeLessThan(5000)
    await sampleFlag(instance, installation)
    expect(await isOn(instance, installation)).toBe(false)
    expect(await redisState(instance)).toBe('200 ready unreachable')
    await server.restart()
    await expect.poll(() => redisState(instance), { timeout: 5000 }).toBe('200 ready ok')
    const closed = await timed(() => instance.close())
    expect(closed.ms).toBeLessThan(2000)
  })

  it('PROP-31 answer the same with a Redis that was emptied, or is full', async ({ skip }) => {
    const { program } = redis()
    if (program === undefined) return skip(NOT_OURS)
    const full = ['--maxmemory', '1mb', '--maxmemory-policy', 'noeviction']
    const server = await startRedisServer({ program, settings: full })
    onTestFinished(() => server.dispose())
    const installation = await newInstallation(postgresUrl)
    const without = await installation.start()
    await sampleFlag(without, installation)
    const expected = await answersOf(without, installation)
    const instance = await installation.start({ redisUrl: server.url, rateLimit: '100000/minute' })
    await expect.poll(() => redisState(instance), { timeout: 5000 }).toBe('200 ready ok')
    expect(await answersOf(instance, installation)).toEqual(expected)
    await expect(keep(server.url)).rejects.toThrow('OOM')
    await server.crash()
    await server.restart()
    await expect.poll(() => redisState(instance), { timeout: 5000 }).toBe('200 ready ok')
    expect(await answersOf(instance, installation)).toEqual(expected)
  })

  it('PROP-11 answer for a project they never held, with the database gone', async () => {
    const common = { redisUrl: redis().url, redisPrefix: newPrefix() }
    const installation = await newInstallation(postgresUrl, common)
    const [first, second] = [await installation.start(), await installation.start()]
    const flag = await sampleFlag(first, installation)
    await flag.turn(first, true)
    await expect.poll(() => isOn(first, installation)).toBe(true)
    await expect.poll(() => keptVersion(redis().url, common.redisPrefix), { timeout: 5000 }).toBe(3)
    await installation.dropDatabase()
    expect(await isOn(second, installation)).toBe(true)
    const { status, body } = await ask(second, '/_readyz')
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { status: 'degraded', store: 'unreachable', redis: 'ok' },
    })
    expect(Number(body.definitions_age_seconds)).toBeLessThan(60)
    expect(await ask(second, FLAGS, { key: installation.personalApiKey })).toMatchObject({ status: 503 })
    expect((await ask(second, '/metrics')).text).toMatch(/^definitions_cache_hits_total 1$/m)
  })

  it('PROP-20 limit a key on all instances together, and each for itself when Redis is away', async () => {
    const proxy = await startFaultyProxy(redis().url)
    onTestFinished(() => proxy.dispose())
    const common = { redisUrl: proxy.url, redisPrefix: newPrefix(), rateLimit: '20/minute' }
    const installation = await newInstallation(postgresUrl, common)
    const instances = [await installation.start(), await installation.start()] as const
    for (const instance of instances) await expect.poll(() => redisState(instance)).toBe('200 ready ok')
    const allowed = async (count: number) => {
      const statuses: number[] = []
      for (let n = 0; n < count; n++) {
        const { status } = await ask(n % 2 ? instances[0] : instances[1], FLAGS, { key: installation.personalApiKey })
        statuses.push(status)
      }
      expect(new Set(statuses)).toEqual(new Set([200, 429]))
      return statuses.filter((status) => status === 200).length
    }
    const together = await allowed(30)
    expect(together).toBeGreaterThanOrEqual(20)
    // On a busy machine, some may take longer than 100 ms.
    expect(together).toBeLessThan(26)
    await proxy.refuse()
    for (const instance of instances) await expect.poll(() => redisState(instance)).toBe('200 ready unreachable')
    expect(await allowed(50)).toBe(40 - (together - 20))
  })

  it('PROP-34 are looked at by the doctor, who shows no password', async () => {
    const doctor = async (redisUrl: string) => {
      const { stdout, code } = await runCommand(['doctor', '--json', '--port', '0'], {
        cwd: temporaryFolder(),
        env: { REDIS_URL: redisUrl },
      })
      expect(stdout).not.toContain('sesame')
      const { checks } = JSON.parse(stdout)
      return { code, check: checks.find(({ name }: { name: string }) => name === 'redis') }
    }
    const found = await doctor(redis().url)
    expect(found).toMatchObject({
      code: 0,
      check: { ok: true, detail: expect.stringMatching(/^connected to redis:\/\/127.* in .* ms/) },
    })
    const missed = await doctor('redis://:sesame@127.0.0.1:1')
    expect(missed).toMatchObject({ code: 1, check: { ok: false, detail: expect.stringContaining('ECONNREFUSED') } })
  })
})

async function keep(url: string): Promise<unknown> {
  const client = new Redis(url)
  return client.set('key', 'value').finally(() => client.disconnect())
}

/** Returns the stored version of the only project under a prefix. */
async function keptVersion(url: string, prefix: string): Promise<number> {
  const client = new Redis(url)
  try {
    const [name = ''] = await client.keys(`${prefix}:*:definitions:*`)
    return Number(await client.hget(name, 'version'))
  } finally {
    client.disconnect()
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { describeOnNewestPostgres, runStatements } from '@flagdeck/store-postgres/testing'
import { expect, it, onTestFinished } from 'vitest'
import { type FaultyProxy, startFaultyProxy } from '../../../test/services/faulty-proxy.ts'
import { startCommand } from './support/flagdeck-command.ts'
import { ask, type Installation, type Instance, isOn, newInstallation, sampleFlag } from './support/instances.ts'
import {
  askInTime,
  expectEvaluation,
  expectOutage,
  expectRecovery,
  expectUnavailable,
  read,
  write,
} from './support/outage.ts'
import { startServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

interface Scene {
  readonly proxy: FaultyProxy
  readonly installation: Installation
  readonly instance: Instance
}

/** Longer than the time limit of a statement. */
const TOO_LATE_MS = 3000
/** Longer than a key is accepted without a query (KEY-6). */
const DUE_MS = 5500

describeOnNewestPostgres('a server whose PostgreSQL fails', ({ url }) => {
  /** Starts an instance whose database is behind a proxy, with a flag that is on for all users. */
  async function throughProxy(): Promise<Scene> {
    const installation = await newInstallation(url)
    const proxy = await startFaultyProxy(installation.databaseUrl)
    onTestFinished(() => proxy.dispose())
    const instance = await installation.start({ databaseUrl: proxy.url })
    const flag = await sampleFlag(instance, installation)
    await flag.turn(instance, true)
    await expectEvaluation(instance, installation)
    return { proxy, installation, instance }
  }

  it.each<readonly [string, (proxy: FaultyProxy) => void | Promise<void>]>([
    ['refuses every connection', (proxy) => proxy.refuse()],
    ['swallows everything', (proxy) => proxy.stall()],
    ['answers too late', (proxy) => proxy.delay(TOO_LATE_MS)],
  ])('OUT-1 OUT-4 OUT-6 evaluates while it %s, and works again by itself', async (_, fail) => {
    const { proxy, installation, instance } = await throughProxy()
    await fail(proxy)
    await expectEvaluation(instance, installation)
    await expectOutage(instance, installation)
    await expectEvaluation(instance, installation)
    proxy.heal()
    await expectRecovery(instance, installation)
  })

  it('OUT-6 works on when every connection is cut, without a failed read', async () => {
    const { proxy, installation, instance } = await throughProxy()
    await Promise.all(Array.from({ length: 10 }, () => read(instance, installation)))
    proxy.cut()
    expect((await read(instance, installation)).status).toBe(200)
    await expectEvaluation(instance, installation)
    await expectRecovery(instance, installation)
  })

  it('OUT-4 OUT-6 is not worn out by a hundred requests at once while it is silent', async () => {
    const { proxy, installation, instance } = await throughProxy()
    proxy.stall()
    const requests = Array.from({ length: 50 }, () => [read(instance, installation), write(instance, installation)])
    for (const answer of await Promise.all(requests.flat())) expectUnavailable(answer)
    await expectEvaluation(instance, installation)
    proxy.heal()
    await expectRecovery(instance, installation)
  })

  it('OUT-5 reads, and refuses to write, while it is read-only as after a fail-over', async () => {
    const { proxy, installation, instance } = await throughProxy()
    const database = new URL(installation.databaseUrl).pathname.slice(1)
    await runStatements(installation.databaseUrl, `alter database "${database}" set default_transaction_read_only = on`)
    proxy.cut()
    expectUnavailable(await write(instance, installation))
    expect((await read(instance, installation)).status).toBe(200)
    await expectEvaluation(instance, installation)
    await runStatements(
      installation.databaseUrl,
      'set default_transaction_read_only = off',
      `alter database "${database}" reset default_transaction_read_only`,
    )
    // Old connections do not notice the switch; the returning primary has none of them.
    proxy.cut()
    await expectRecovery(instance, installation)
  })

  it('OUT-9 goes on beside a newer release that has migrated the database', async () => {
    const { installation, instance } = await throughProxy()
    await runStatements(
      installation.databaseUrl,
      'alter table flags add column of_the_future text',
      "insert into flagdeck_migrations (name, applied_at) values ('9999-future', '')",
    )
    await expectEvaluation(instance, installation)
    await expectRecovery(instance, installation)
    await expect(installation.start()).rejects.toMatchObject({ name: 'StoreTooNew' })
    expect(await isOn(instance, installation)).toBe(true)
  })

  it('OUT-2 OUT-3 goes on for long, for those who were let in before, and says how old its flags are', async () => {
    const { proxy, installation, instance } = await throughProxy()
    await proxy.refuse()
    const age = async () => {
      await expectEvaluation(instance, installation)
      const { body } = await askInTime(instance, '/_readyz')
      expect(body).toMatchObject({ status: 'degraded', store: 'unreachable' })
      return Number(body.definitions_age_seconds)
    }
    // Longer than a key is accepted without a query.
    await expect.poll(age, { timeout: 20_000, interval: 500 }).toBeGreaterThan(7)
    const question = { key: 'phx_nobody' }
    expectUnavailable(await askInTime(instance, `/flags/definitions?token=${installation.projectToken}`, question))
    proxy.heal()
    await expectRecovery(instance, installation)
  })

  /** Returns the statuses of requests with a key that name the project in each possible way. */
  async function statusesByName(
    instance: Instance,
    { projectToken }: Installation,
    key: string,
  ): Promise<readonly number[]> {
    const context = { targetingKey: 'ada' }
    const answers = await Promise.all([
      askInTime(instance, `/flags/definitions?token=${projectToken}`, { key }),
      askInTime(instance, '/flags/definitions', { key }),
      askInTime(instance, '/ofrep/v1/evaluate/flags', { key, body: { context } }),
      askInTime(instance, '/api/projects/1/ofrep/v1/evaluate/flags', { key, body: { context } }),
    ])
    return answers.map(({ status }) => status)
  }

  const EVERYWHERE = [200, 200, 200, 200]
  const NOWHERE = [503, 503, 503, 503]

  it('OUT-3 OUT-15 goes on for a key by all names of its project, after a change too, and not for one that was revoked', async () => {
    const { proxy, installation, instance } = await throughProxy()
    const { personalApiKey: key, projectToken } = installation
    const made = await ask(instance, '/api/personal_api_keys/', { key, body: { label: 'ci', scopes: ['*'] } })
    const revoked = String(made.body.value)
    for (const each of [key, revoked]) expect(await statusesByName(instance, installation, each)).toEqual(EVERYWHERE)
    await sleep(DUE_MS)
    expect((await askInTime(instance, `/flags/definitions?token=${projectToken}`, { key })).status).toBe(200)
    const renamed = await ask(instance, '/api/projects/1/', { method: 'PATCH', key, body: { name: 'Renamed' } })
    const gone = await ask(instance, `/api/personal_api_keys/${made.body.id}/`, { method: 'DELETE', key })
    expect([renamed.status, gone.status]).toEqual([200, 204])
    await proxy.refuse()
    expect(await statusesByName(instance, installation, key)).toEqual(EVERYWHERE)
    expect(await statusesByName(instance, installation, revoked)).toEqual(NOWHERE)
    proxy.heal()
    await expectRecovery(instance, installation)
    expect(await statusesByName(instance, installation, revoked)).toEqual([401, 401, 401, 401])
  })

  it('OUT-3 goes on for a key that can be looked up while its project cannot', async () => {
    const { installation, instance } = await throughProxy()
    const { personalApiKey: key } = installation
    expect(await statusesByName(instance, installation, key)).toEqual(EVERYWHERE)
    await sleep(DUE_MS)
    const locked = runStatements(
      installation.databaseUrl,
      'begin',
      'lock table projects in access exclusive mode',
      `select pg_sleep(${TOO_LATE_MS / 1000})`,
      'commit',
    )
    await sleep(200)
    expect(await statusesByName(instance, installation, key)).toEqual(EVERYWHERE)
    await locked
    await expectRecovery(instance, installation)
  })

  it('OUT-4 OUT-6 answers in time while each statement is slow', async () => {
    const { proxy, installation, instance } = await throughProxy()
    // One statement completes within the time limit, two do not.
    proxy.delay(1100)
    expectUnavailable(await write(instance, installation))
    await expectEvaluation(instance, installation)
    proxy.heal()
    await expectRecovery(instance, installation)
  })

  it('SERVE-30 ends with 0 while it is silent', async () => {
    const { proxy } = await throughProxy()
    const server = await startServerProcess({ cwd: temporaryFolder(), env: { DATABASE_URL: proxy.url } })
    proxy.stall()
    server.process.kill('SIGTERM')
    expect(await server.finished).toMatchObject({ code: 0 })
  })

  it('SERVE-11 OUT-4 a start ends in time, with 1 and a sentence, when it is silent', async () => {
    const { proxy } = await throughProxy()
    proxy.stall()
    const startedAt = performance.now()
    const { finished } = startCommand(['serve', '--port', '0'], {
      cwd: temporaryFolder(),
      env: { DATABASE_URL: proxy.url },
    })
    const { code, stderr } = await finished
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^The database .*\.\n$/) })
    expect(performance.now() - startedAt).toBeLessThan(15_000)
  })
})

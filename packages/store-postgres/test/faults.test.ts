import { type Store, StoreUnavailable } from '@flagdeck/core'
import { newOrganizationRow, seedFlag, seedTenant } from '@flagdeck/core/fixtures'
import type { Transaction } from '@flagdeck/core/store'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { startFaultyProxy } from '../../../test/services/faulty-proxy.ts'
import type { PostgresOptions } from '../src/index.ts'
import { LoneStatements } from '../src/lone-statements.ts'
import { PostgresConnection } from '../src/postgres-connection.ts'
import { ConnectionLost } from '../src/postgres-errors.ts'
import { StatementNames } from '../src/statement-names.ts'
import { describeOnNewestPostgres } from './support/describe-on-newest-postgres.ts'
import { databaseForTest, migratedDatabaseForTest, openForTest } from './support/open-for-test.ts'

/** The time limit for every call, whatever PostgreSQL does. */
const LONGEST_ANSWER_MS = 6000

describeOnNewestPostgres('a store whose PostgreSQL fails', (server) => {
  const migrated = async (options: Partial<PostgresOptions> = {}) => {
    const connectionString = await migratedDatabaseForTest(server.url)
    const store = openForTest({ connectionString, ...options })
    await store.migrate()
    return { store, url: connectionString }
  }

  it('goes on when all idle connections are cut', async () => {
    const { store, url } = await migrated()
    await Promise.all(Array.from({ length: 5 }, () => store.ping()))
    await cutConnections(url)
    const { project } = await seedTenant(store)
    expect(await store.read((tx) => tx.projects.find(project.id))).toEqual(project)
  })

  it('repeats a read whose connection was cut, once', async () => {
    const { store, url } = await migrated()
    const { project } = await seedTenant(store)
    let runs = 0
    const found = await store.read(async (tx) => {
      await tx.projects.find(project.id)
      if (++runs === 1) await cutConnections(url)
      return tx.projects.find(project.id)
    })
    expect(found).toEqual(project)
    expect(runs).toBe(2)
    const alwaysCut = store.read(async (tx) => {
      runs++
      await cutConnections(url)
      return tx.projects.find(project.id)
    })
    await expect(alwaysCut).rejects.toBeInstanceOf(StoreUnavailable)
    expect(runs).toBe(4)
  })

  it('never repeats a write whose connection was cut, and keeps nothing of it', async () => {
    const { store, url } = await migrated()
    const { project } = await seedTenant(store)
    let runs = 0
    const write = store.write(async (tx) => {
      runs++
      await tx.projects.raiseVersion(project.id)
      await cutConnections(url)
      await tx.projects.raiseVersion(project.id)
    })
    await expect(write).rejects.toBeInstanceOf(StoreUnavailable)
    expect(runs).toBe(1)
    expect((await store.read((tx) => tx.projects.find(project.id)))?.version).toBe(project.version)
  })

  it('is unavailable while somebody else holds a lock for too long, and works again after', async () => {
    const { store, url } = await migrated({ statementTimeoutMs: 200 })
    const { project } = await seedTenant(store)
    const other = await clientForTest(url)
    await other.query('begin')
    await other.query('select * from projects for update')
    const error = await store.write((tx) => tx.projects.raiseVersion(project.id)).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(StoreUnavailable)
    await other.query('rollback')
    expect(await store.write((tx) => tx.projects.raiseVersion(project.id))).toBe(project.version + 1)
  })

  it('is unavailable when no connection comes free in time', async () => {
    const { store } = await migrated({ maxConnections: 1, connectTimeoutMs: 200 })
    await store.read(async () => {
      await expect(store.ping()).rejects.toThrow('no connection in time')
    })
    await store.ping()
  })

  it('OUT-8 turns away at once whoever comes when a thousand wait for a connection', async () => {
    const { store } = await migrated({ maxConnections: 1 })
    await store.read(async () => {
      const waiting = Array.from({ length: 1000 }, () => store.ping())
      await expect(store.ping()).rejects.toThrow('too many wait')
      expect(store.pools?.()).toMatchObject([{ waiting: 1000 }])
      void Promise.allSettled(waiting)
    })
    await store.ping()
  })

  it('says how its connections are used', async () => {
    const { store } = await migrated({ maxConnections: 1 })
    await store.ping()
    expect(store.pools?.()).toEqual([{ name: 'main', size: 1, inUse: 0, idle: 1, waiting: 0 }])
    let ping: Promise<void> | undefined
    await store.read(async () => {
      ping = store.ping()
      expect(store.pools?.()).toEqual([{ name: 'main', size: 1, inUse: 1, idle: 0, waiting: 1 }])
    })
    await ping
  })

  it('answers in time when the network swallows everything, and works again after', async () => {
    const proxy = await startFaultyProxy(await migratedDatabaseForTest(server.url))
    onTestFinished(() => proxy.dispose())
    const store = openForTest(proxy.url)
    await store.migrate()
    const { project } = await seedTenant(store)
    proxy.stall()
    const startedAt = performance.now()
    const calls = [
      store.read((tx) => tx.projects.find(project.id)),
      store.write((tx) => tx.projects.raiseVersion(project.id)),
      store.ping(),
    ]
    for (const call of await Promise.allSettled(calls)) {
      expect(call).toMatchObject({ status: 'rejected', reason: { name: 'StoreUnavailable' } })
    }
    expect(performance.now() - startedAt).toBeLessThan(LONGEST_ANSWER_MS)
    proxy.heal()
    await expect.poll(() => store.read((tx) => tx.projects.find(project.id)), { timeout: 5000 }).toBeDefined()
  })

  it('OUT-4 gives up a call whose statements take too long all together, and keeps nothing of it', async () => {
    const { store } = await migrated({ callTimeoutMs: 300 })
    const { project } = await seedTenant(store)
    let runs = 0
    const endless = async (tx: Transaction): Promise<never> => {
      runs++
      for (;;) await tx.projects.raiseVersion(project.id)
    }
    await expect(store.write(endless)).rejects.toThrow('took too long')
    expect(runs).toBe(1)
    expect((await store.read((tx) => tx.projects.find(project.id)))?.version).toBe(project.version)
  })

  it('OUT-7 repeats a read until it is on a connection that works, when many idle ones were broken', async () => {
    const proxy = await startFaultyProxy(await migratedDatabaseForTest(server.url))
    onTestFinished(() => proxy.dispose())
    const store = openForTest(proxy.url)
    await store.migrate()
    await Promise.all(Array.from({ length: 10 }, () => store.ping()))
    proxy.cut()
    await store.ping()
  })

  it('WRITE-3 uses no connection whose last transaction was never ended', async () => {
    const client = new Client(await databaseForTest(server.url))
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('begin')
    await expect(client.query('select 1 / 0')).rejects.toThrow()
    const one = { sql: 'select 1 as one', parameters: [] }
    const lone = new LoneStatements()
    const uses: readonly ((connection: PostgresConnection) => Promise<unknown>)[] = [
      (connection) => connection.write((it) => it.execute(one)),
      (connection) => connection.read(lone, async (it) => [await it.execute(one), await it.execute(one)]),
    ]
    for (const use of uses) {
      const connection = new PostgresConnection(client, new StatementNames())
      await expect(use(connection)).rejects.toBeInstanceOf(ConnectionLost)
      expect(connection.broken).toBe(true)
    }
  })

  it('lets the loser of a deadlock try again', async () => {
    const { store } = await migrated()
    const [one, two] = [newOrganizationRow(), newOrganizationRow()]
    await store.write(async (tx) => {
      await tx.organizations.insert(one)
      await tx.organizations.insert(two)
    })
    let waiting = 2
    let bothHold = (): void => undefined
    const met = new Promise<void>((resolve) => {
      bothHold = resolve
    })
    let runs = 0
    const lockBoth = (first: string, second: string): Promise<void> =>
      store.write(async (tx) => {
        runs++
        await tx.organizations.lock(first)
        if (--waiting === 0) bothHold()
        await met
        await tx.organizations.lock(second)
      })
    await Promise.all([lockBoth(one.id, two.id), lockBoth(two.id, one.id)])
    expect(runs).toBe(3)
  })

  it('says in a sentence why it cannot connect, without the password', async () => {
    const wrong = (change: (url: URL) => void): string => {
      const url = new URL(server.url)
      change(url)
      return url.href
    }
    const cases = [
      [wrong((url) => Object.assign(url, { pathname: '/no_such_database' })), /no such database/],
      [wrong((url) => Object.assign(url, { password: 'sesame' })), /log-in/],
      [wrong((url) => Object.assign(url, { port: '1' })), /cannot be reached/],
    ] as const
    for (const [url, sentence] of cases) {
      for (const call of [(store: Store) => store.ping(), (store: Store) => store.migrate()]) {
        const error = await call(openForTest(url)).catch((thrown: unknown) => thrown)
        expect(error).toBeInstanceOf(StoreUnavailable)
        expect(error).toMatchObject({ message: expect.stringMatching(sentence) })
        expect(String(error)).not.toContain('sesame')
      }
    }
  })

  it('says that migrate() comes first', async () => {
    const store = openForTest(await databaseForTest(server.url))
    await expect(store.read((tx) => tx.organizations.any())).rejects.toThrow('migrate()')
  })

  it('goes on when somebody else migrates a table that it has statements prepared for', async () => {
    const { store, url } = await migrated({ maxConnections: 1 })
    const { organization } = await seedTenant(store)
    const find = () => store.read((tx) => tx.organizations.find(organization.id))
    expect(await find()).toEqual(organization)
    const client = await clientForTest(url)
    await client.query('alter table organizations add column of_the_future text')
    expect(await find()).toEqual(organization)
  })

  it('refuses a database that a newer release has migrated', async () => {
    const { store, url } = await migrated()
    const client = await clientForTest(url)
    await client.query("insert into flagdeck_migrations (name, applied_at) values ('9999-future', '')")
    await expect(store.migrate()).rejects.toMatchObject({
      name: 'StoreTooNew',
      message: expect.stringContaining('9999-future'),
    })
  })

  it('runs work again when the row it points at was deleted meanwhile', async () => {
    const { store } = await migrated()
    const { organization, project } = await seedTenant(store)
    const flag = await seedFlag(store, { projectId: project.id })
    let runs = 0
    const missing = '00000000-0000-4000-8000-00000000ffff'
    const given = await store.write(async (tx) => {
      runs++
      if (runs > 1) return (await tx.roles.find(organization.id, missing)) ?? 'found out'
      const access = { flagId: flag.id, roleId: missing, addedAt: flag.createdAt, updatedAt: flag.createdAt }
      return tx.flagRoleAccess.insert(project.id, access)
    })
    expect(given).toBe('found out')
  })
})

async function clientForTest(url: string): Promise<Client> {
  const client = new Client(url)
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Terminates every connection to the database, like a fail-over. */
async function cutConnections(url: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
}

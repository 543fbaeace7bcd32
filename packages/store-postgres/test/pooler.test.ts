import type { Store } from '@flagdeck/core'
import { seedFlag, seedTenant } from '@flagdeck/core/fixtures'
import type { ChangeBus, ProjectChange } from '@flagdeck/core/store'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { describeOnPgBouncer } from '../../../test/services/describe-on-pgbouncer.ts'
import type { PostgresOptions } from '../src/index.ts'
import { postgresDriver } from '../src/postgres-driver.ts'
import { describeOnNewestPostgres } from './support/describe-on-newest-postgres.ts'
import { databaseForTest, migratedDatabaseForTest, openForTest } from './support/open-for-test.ts'
import { readRows } from './support/read-rows.ts'

const FLAGS = 25

describeOnNewestPostgres('a store on PostgreSQL', (server) => {
  for (const mode of ['session', 'transaction'] as const) {
    describeOnPgBouncer(mode, server.url, (through) => {
      const migrated = async (options: Partial<PostgresOptions> = {}) => {
        const url = await migratedDatabaseForTest(server.url)
        return { url, store: openForTest({ connectionString: through(url), ...options }) }
      }

      it('PG-1 PG-4 migrates an empty database, two instances at the same time', async () => {
        const url = through(await databaseForTest(server.url))
        const stores = [openForTest(url), openForTest(url)]
        const reports = await Promise.all(stores.map((store) => store.migrate()))
        const applied = reports.flatMap((report) => report.applied)
        expect(applied.length).toBeGreaterThan(20)
        expect(new Set(applied).size).toBe(applied.length)
        for (const store of stores) expect(await store.pendingMigrations?.()).toEqual([])
      })

      it('PG-12 reports what PgBouncer refuses a log-in for', async () => {
        const url = new URL(through(server.url))
        url.password = 'wrong'
        await expect(openForTest(url.href).ping()).rejects.toThrow(/^The pooler refuses the log-in: /)
        const missing = new URL(through(server.url))
        missing.pathname = '/nowhere'
        await expect(openForTest(missing.href).ping()).rejects.toThrow(/^PostgreSQL has no such database: .*nowhere/)
      })

      it('PG-2 PG-3 runs the same statements on many connections of several instances', async () => {
        // In session mode, more connections than PgBouncer has by default would wait for each other.
        const options = { maxConnections: 6, statementTimeoutMs: 20_000 }
        const { url, store } = await migrated(options)
        const open = () => openForTest({ connectionString: through(url), ...options })
        const others = [store, open(), open()]
        const { project } = await seedTenant(store)
        const raises = others.flatMap((each) =>
          Array.from({ length: 10 }, () => each.write((tx) => tx.projects.raiseVersion(project.id))),
        )
        const versions = await Promise.all(raises)
        expect(new Set(versions).size).toBe(30)
        const reads = others.flatMap((each) =>
          Array.from({ length: 20 }, () => each.read((tx) => tx.projects.find(project.id))),
        )
        const found = await Promise.all(reads)
        expect(new Set(found.map((each) => each?.version))).toEqual(new Set([project.version + 30]))
      })

      it('PG-2 reads pages of one state, and rolls a failed write back', async () => {
        const { store } = await migrated()
        const { project } = await seedTenant(store)
        for (let n = 0; n < FLAGS; n++) await seedFlag(store, { projectId: project.id, key: `flag-${n}` })
        expect(await keysByPages(store, project.id)).toHaveLength(FLAGS)
        const failed = store.write(async (tx) => {
          await tx.projects.raiseVersion(project.id)
          throw new Error('refused')
        })
        await expect(failed).rejects.toThrow('refused')
        expect(await store.read((tx) => tx.projects.find(project.id))).toEqual(project)
      })

      it('PG-1 bounds a statement that waits for a lock, and leaves no time-out behind', async () => {
        const { url, store } = await migrated({ statementTimeoutMs: 300, maxConnections: 1 })
        const { project } = await seedTenant(store)
        const other = await clientForTest(url)
        await other.query('begin')
        await other.query('select * from projects for update')
        await expect(store.write((tx) => tx.projects.raiseVersion(project.id))).rejects.toThrow('took too long')
        await other.query('lock table projects in access exclusive mode')
        await expect(store.read((tx) => tx.projects.find(project.id))).rejects.toThrow('took too long')
        await other.query('rollback')
        expect(await store.write((tx) => tx.projects.raiseVersion(project.id))).toBe(project.version + 1)
        const rows = await readRows(through(url))
        onTestFinished(() => rows.close())
        const settings = await rows.all("select current_setting('statement_timeout') as statement")
        expect(settings).toEqual([{ statement: '0' }])
        expect(await rows.all('select name from pg_prepared_statements')).toEqual([])
      })

      it('PG-3 works with ?pgbouncer=true in the URL', async () => {
        const { url } = await migrated()
        const pooled = new URL(through(url))
        pooled.searchParams.set('pgbouncer', 'true')
        const store = openForTest(pooled.href)
        const { project } = await seedTenant(store)
        expect(await store.read((tx) => tx.projects.find(project.id))).toEqual(project)
      })

      it(`PG-5 ${mode === 'session' ? 'listens for changes' : 'reports once that changes are found by checks'}`, async () => {
        const { url } = await migrated()
        const [one, other] = [busOn(through(url)), busOn(through(url))]
        if (mode === 'session') {
          await expect.poll(() => isConnected(one.bus) && isConnected(other.bus), { timeout: 5000 }).toBe(true)
          one.bus.publish({ projectId: 1, version: 2 })
          await expect.poll(() => other.changes).toEqual([{ projectId: 1, version: 2 }])
          return
        }
        await expect
          .poll(() => other.errors.map(String), { timeout: 5000 })
          .toEqual([expect.stringContaining('pooler in transaction mode')])
        expect(isConnected(other.bus)).toBe(false)
        const rows = await readRows(through(url))
        onTestFinished(() => rows.close())
        expect(await rows.all('select pg_listening_channels()')).toEqual([])
      })
    })
  }

  it('PG-2 names statements and bounds them by settings of the session on a direct connection', async () => {
    const url = await migratedDatabaseForTest(server.url)
    const store = openForTest({ connectionString: url, maxConnections: 1, statementTimeoutMs: 300 })
    const { project } = await seedTenant(store)
    await store.read((tx) => tx.projects.find(project.id))
    const other = await clientForTest(url)
    await other.query('begin')
    await other.query('lock table projects in access exclusive mode')
    await expect(store.read((tx) => tx.projects.find(project.id))).rejects.toThrow('took too long')
  })
})

describeOnNewestPostgres('a store whose prepared statements are gone', (server) => {
  it('PG-3 runs again without names, and prepares none from then on', async () => {
    const driver = postgresDriver({ connectionString: await databaseForTest(server.url), maxConnections: 1 })
    onTestFinished(() => driver.close())
    const run = (sql: string) => driver.read((connection) => connection.execute({ sql, parameters: [] }))
    await driver.ping()
    await run('select 1 as one')
    const prepared = 'select name from pg_prepared_statements'
    expect((await run(prepared)).rows).toContainEqual({ name: expect.stringMatching(/^flagdeck_/) })
    // Simulates a change of the session.
    await run('deallocate all')
    expect((await run('select 1 as one')).rows).toEqual([{ one: 1 }])
    await driver.ping()
    await run('select 2 as two')
    expect((await run(prepared)).rows).toEqual([])
  })
})

async function keysByPages(store: Store, projectId: number): Promise<readonly string[]> {
  return store.read(async (tx) => {
    const keys: string[] = []
    for (let offset = 0; offset < FLAGS; offset += 10) {
      const { items } = await tx.flags.list(
        projectId,
        { order: { field: 'id', descending: false } },
        { offset, limit: 10 },
      )
      keys.push(...items.map(({ key }) => key))
    }
    return keys
  })
}

function busOn(url: string) {
  const errors: unknown[] = []
  const changes: ProjectChange[] = []
  const bus = openForTest(url).changeBus?.({ onError: (error) => errors.push(error) })
  if (!bus) throw new Error('the store has no bus')
  onTestFinished(() => bus.close())
  bus.subscribe((change) => changes.push(change))
  return { bus, errors, changes }
}

function isConnected(bus: ChangeBus): boolean | undefined {
  return bus.status?.().connected
}

async function clientForTest(url: string): Promise<Client> {
  const client = new Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

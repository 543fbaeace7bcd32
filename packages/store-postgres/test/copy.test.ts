import {
  insertFlag,
  newActivityRow,
  newPersonRow,
  type SeededTenant,
  seedFlag,
  seedTenant,
} from '@flagdeck/core/fixtures'
import { StoreTooNew } from '@flagdeck/core/store'
import { CopyProblem, copyDatabase, type SqlDriver, sqlStore } from '@flagdeck/store-sql'
import { makeFirstRelease, SINCE_FIRST_RELEASE } from '@flagdeck/store-sql/testing'
import { dumpOf, type FullTenant, seedFullTenant } from '@flagdeck/store-suite'
import { expect, inject, it } from 'vitest'
import { DIRECTIONS, emptyDatabase, migratedDatabase } from './support/copy-ends.ts'
import { describeOnPostgres } from './support/describe-on-postgres.ts'

/**
 * Text that databases store in different ways: NUL, half of a surrogate pair, our escape character, and text that sorts
 * differently in JavaScript.
 */
const ODD = 'ä\0\ud800\u0001\u0002 "quoted" \\x00 {a,NULL} \u{1f600}\uffff'

async function seed(driver: SqlDriver): Promise<FullTenant> {
  const store = sqlStore(driver)
  const tenant = await seedFullTenant(store)
  const projectId = tenant.project.id
  await store.write(async (tx) => {
    await tx.claimedEvents.claim(projectId, ['event', ODD], tenant.project.createdAt)
    await insertFlag(tx, { projectId, name: ODD, deleted: true, archived: true, hasEnrichedAnalytics: null })
    await tx.persons.save(newPersonRow({ projectId, distinctId: ODD, properties: { [ODD]: ODD } }))
    await tx.activity.append(newActivityRow({ projectId, detail: { name: ODD } as never }))
  })
  return tenant
}

async function dump(driver: SqlDriver, tenant: SeededTenant): Promise<unknown> {
  return sqlStore(driver).read((tx) => dumpOf(tx, tenant))
}

async function run(driver: SqlDriver, sql: string): Promise<void> {
  await driver.write(async (connection) => {
    await connection.execute({ sql, parameters: [] })
  })
}

/** Sums the changes of a copy over all tables. */
function changesOf({ tables }: Awaited<ReturnType<typeof copyDatabase>>) {
  const sum = (fact: 'inserted' | 'updated' | 'removed') => tables.reduce((total, table) => total + table[fact], 0)
  return { inserted: sum('inserted'), updated: sum('updated'), removed: sum('removed') }
}

const BOTH_WAYS = DIRECTIONS.slice(0, 2)

describeOnPostgres('copying', ({ name, url }) => {
  for (const [from, to] of DIRECTIONS) {
    it(`COPY-1 COPY-3 keeps one of everything and gives no number twice, from ${from} to ${to}`, async () => {
      const source = await migratedDatabase(from, url)
      const tenant = await seed(source)
      const gone = await seedFlag(sqlStore(source), { projectId: tenant.project.id })
      await run(source, `delete from flags where id = ${gone.id}`)
      const target = await emptyDatabase(to, url)
      const report = await copyDatabase(source, target)
      expect(report.tables.filter(({ rows }) => rows === 0).map(({ name }) => name)).toEqual([])
      expect(report).toMatchObject({ continued: false })
      expect(await dump(target, tenant)).toEqual(await dump(source, tenant))
      for (const driver of [source, target]) {
        const claimed = await sqlStore(driver).write((tx) =>
          tx.claimedEvents.claim(tenant.project.id, ['event', ODD], tenant.project.createdAt),
        )
        expect(claimed).toEqual([])
        const next = await seedFlag(sqlStore(driver), { projectId: tenant.project.id })
        expect(next.id).toBe(gone.id + 1)
      }
      await seed(target)
    })
  }

  // These rules depend little on the release, and take a while.
  if (name === inject('postgres').servers[0]?.name) holdRules(url)
})

function holdRules(url: string): void {
  it('COPY-6 brings over what has changed when it is run again', async () => {
    for (const [from, to] of BOTH_WAYS) {
      const source = await migratedDatabase(from, url)
      const tenant = await seed(source)
      const target = await emptyDatabase(to, url)
      await copyDatabase(source, target)
      expect(changesOf(await copyDatabase(source, target))).toEqual({ inserted: 0, updated: 0, removed: 0 })
      const store = sqlStore(source)
      await seedFlag(store, { projectId: tenant.project.id })
      await store.write(async (tx) => {
        await tx.projects.raiseVersion(tenant.project.id)
        await tx.personalApiKeys.delete(tenant.user.id, tenant.key.id)
      })
      const report = await copyDatabase(source, target)
      expect(report.continued).toBe(true)
      // The tag of the new version is a row too.
      expect(changesOf(report)).toEqual({ inserted: 2, updated: 1, removed: 1 })
      expect(await dump(target, tenant)).toEqual(await dump(source, tenant))
    }
  })

  it('COPY-6 starts over when the changes get into each other’s way', async () => {
    const source = await migratedDatabase('SQLite', url)
    const tenant = await seed(source)
    const [a, b] = [tenant.flag, tenant.base]
    const target = await emptyDatabase('PostgreSQL', url)
    await copyDatabase(source, target)
    await run(source, `update flags set key = 'between' where id = ${a.id}`)
    await run(source, `update flags set key = '${a.key}' where id = ${b.id}`)
    await run(source, `update flags set key = '${b.key}' where id = ${a.id}`)
    await copyDatabase(source, target)
    expect(await dump(target, tenant)).toEqual(await dump(source, tenant))
  })

  it('COPY-4 copies one state of a source that is in use', async () => {
    for (const [from, to] of BOTH_WAYS) {
      const source = await migratedDatabase(from, url)
      const tenant = await seed(source)
      const before = await dump(source, tenant)
      const target = await emptyDatabase(to, url)
      const writes: Promise<unknown>[] = []
      const onProgress = () => {
        writes.push(seedFlag(sqlStore(source), { projectId: tenant.project.id }))
      }
      await copyDatabase(source, target, { onProgress })
      await Promise.all(writes)
      expect(writes.length).toBeGreaterThan(20)
      expect(await dump(target, tenant)).toEqual(before)
    }
  })

  it('COPY-5 goes on where it was interrupted, and nobody opens the target until then', async () => {
    for (const [from, to] of BOTH_WAYS) {
      const source = await migratedDatabase(from, url)
      const tenant = await seed(source)
      const target = await emptyDatabase(to, url)
      for (const table of ['users', 'activity']) {
        const controller = new AbortController()
        const onProgress = (progress: { table: string; phase: string }) => {
          if (progress.table === table && progress.phase === 'copying') controller.abort(new Error('stopped'))
        }
        await expect(copyDatabase(source, target, { onProgress, signal: controller.signal })).rejects.toThrow('stopped')
        await expect(sqlStore(target).migrate()).rejects.toThrow(/^The database is being filled by "flagdeck copy"/)
        await expect(sqlStore(target).pendingMigrations()).rejects.toBeInstanceOf(StoreTooNew)
      }
      const { inserted } = changesOf(await copyDatabase(source, target))
      expect(inserted).toBeLessThan(10)
      expect(await sqlStore(target).migrate()).toEqual({ applied: [] })
      expect(await dump(target, tenant)).toEqual(await dump(source, tenant))
    }
  })

  it('COPY-7 finds out when the target is not what the source is', async () => {
    const source = await migratedDatabase('SQLite', url)
    await seed(source)
    for (const kind of ['SQLite', 'PostgreSQL'] as const) {
      const target = await emptyDatabase(kind, url)
      let tampering: Promise<void> | undefined
      const onProgress = ({ phase, table }: { phase: string; table: string }) => {
        if (phase === 'copying' && table === 'activity') tampering = run(target, `update persons set properties = '{}'`)
      }
      await expect(copyDatabase(source, target, { onProgress })).rejects.toThrow('differs from its source in persons')
      await tampering
      await expect(sqlStore(target).migrate()).rejects.toBeInstanceOf(StoreTooNew)
      expect(changesOf(await copyDatabase(source, target)).updated).toBeGreaterThan(0)
    }
  })

  it('COPY-8 refuses a target that has data of its own', async () => {
    const source = await migratedDatabase('SQLite', url)
    await seed(source)
    for (const kind of ['SQLite', 'PostgreSQL'] as const) {
      const target = await migratedDatabase(kind, url)
      const other = await seedTenant(sqlStore(target))
      const before = await dump(target, other)
      await expect(copyDatabase(source, target)).rejects.toThrow(CopyProblem)
      expect(await dump(target, other)).toEqual(before)
      expect(await sqlStore(target).migrate()).toEqual({ applied: [] })
    }
  })

  it('COPY-8 refuses a target that was used since it was copied', async () => {
    const source = await migratedDatabase('SQLite', url)
    const { project } = await seed(source)
    for (const kind of ['SQLite', 'PostgreSQL'] as const) {
      const target = await emptyDatabase(kind, url)
      await copyDatabase(source, target)
      const flag = await seedFlag(sqlStore(target), { projectId: project.id })
      await expect(copyDatabase(source, target)).rejects.toThrow(/was changed since it was copied/)
      expect(await sqlStore(target).read((tx) => tx.flags.find(project.id, flag.id))).toEqual(flag)
    }
  })

  it('COPY-8 refuses the copy of another database, and an empty source', async () => {
    const [source, other] = [await migratedDatabase('SQLite', url), await migratedDatabase('SQLite', url)]
    await seed(source)
    const target = await emptyDatabase('PostgreSQL', url)
    await copyDatabase(source, target)
    await expect(copyDatabase(other, target)).rejects.toThrow('The source is empty')
    await seed(other)
    await expect(copyDatabase(other, target)).rejects.toThrow('a copy of another database')
  })

  it('COPY-10 refuses a source of an older release, and leaves it as it is', async () => {
    const source = await emptyDatabase('SQLite', url)
    await makeFirstRelease(source)
    const target = await emptyDatabase('PostgreSQL', url)
    await expect(copyDatabase(source, target)).rejects.toThrow(`pending migrations: ${SINCE_FIRST_RELEASE[0]}`)
    expect(await sqlStore(source).pendingMigrations()).toEqual(SINCE_FIRST_RELEASE)
    expect(await sqlStore(target).pendingMigrations()).toContain('0001-initial')
  })

  it('COPY-9 gives the target to whoever copied last', async () => {
    const source = await migratedDatabase('SQLite', url)
    const tenant = await seed(source)
    const target = await emptyDatabase('PostgreSQL', url)
    let second: Promise<unknown> | undefined
    const onProgress = ({ table }: { table: string }) => {
      if (table === 'flags') second ??= copyDatabase(source, target)
    }
    const first = await copyDatabase(source, target, { onProgress }).catch((error: unknown) => error)
    await second
    expect(first).toBeInstanceOf(CopyProblem)
    expect(await dump(target, tenant)).toEqual(await dump(source, tenant))
  })
}

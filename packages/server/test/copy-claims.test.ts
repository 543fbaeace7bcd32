import { join } from 'node:path'
import { StoreTooNew } from '@flagdeck/core/store'
import { postgresDriver } from '@flagdeck/store-postgres'
import { createTestDatabase, describeOnNewestPostgres } from '@flagdeck/store-postgres/testing'
import { CopyProblem, copyDatabase, type SqlDriver, sqlStore } from '@flagdeck/store-sql'
import { sqliteDriver } from '@flagdeck/store-sqlite'
import { type FullTenant, seedFullTenant } from '@flagdeck/store-suite'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from './support/temporary-folder.ts'

const KINDS = ['SQLite', 'PostgreSQL'] as const

async function emptyDatabase(kind: (typeof KINDS)[number], serverUrl: string): Promise<SqlDriver> {
  const driver = kind === 'SQLite' ? sqliteFile() : postgresDriver({ connectionString: await testDatabase(serverUrl) })
  onTestFinished(() => driver.close())
  return driver
}

function sqliteFile(): SqlDriver {
  return sqliteDriver(join(temporaryFolder(), 'flags.db'), { synchronous: 'normal' })
}

async function testDatabase(serverUrl: string): Promise<string> {
  const database = await createTestDatabase(serverUrl)
  onTestFinished(() => database.dispose())
  return database.url
}

async function seededSource(): Promise<{ readonly source: SqlDriver; readonly tenant: FullTenant }> {
  const source = sqliteFile()
  onTestFinished(() => source.close())
  const store = sqlStore(source)
  await store.migrate()
  return { source, tenant: await seedFullTenant(store) }
}

/** Returns the database with hooks around each transaction that must run exclusively. */
function around(driver: SqlDriver, hooks: { before?(): Promise<void>; after?(): Promise<void> }): SqlDriver {
  return {
    ...driver,
    async writeAlone(work) {
      await hooks.before?.()
      const result = await driver.writeAlone(work)
      await hooks.after?.()
      return result
    },
  }
}

async function run(driver: SqlDriver, sql: string): Promise<void> {
  await driver.write(async (connection) => {
    await connection.execute({ sql, parameters: [] })
  })
}

/** Copies only until the flags are copied. */
async function copyHalf(source: SqlDriver, target: SqlDriver): Promise<void> {
  const controller = new AbortController()
  const onProgress = ({ phase, table }: { phase: string; table: string }) => {
    if (phase === 'copying' && table === 'flags') controller.abort(new Error('far enough'))
  }
  await expect(copyDatabase(source, target, { onProgress, signal: controller.signal })).rejects.toThrow('far enough')
}

describeOnNewestPostgres('flagdeck copy', ({ url }) => {
  test.for(KINDS)('COPY-9 to %s leaves the target to another that began after it was verified', async (kind) => {
    const { source, tenant } = await seededSource()
    const target = await emptyDatabase(kind, url)
    let isVerified = false
    const takeOver = async () => {
      if (!isVerified) return
      isVerified = false
      await run(source, `update flags set name = 'newer' where project_id = ${tenant.project.id}`)
      await copyHalf(source, target)
    }
    const onProgress = ({ phase }: { phase: string }) => {
      isVerified = phase === 'verifying'
    }
    const first = copyDatabase(source, around(target, { before: takeOver }), { onProgress })
    await expect(first).rejects.toBeInstanceOf(CopyProblem)
    await expect(sqlStore(target).pendingMigrations()).rejects.toThrow(StoreTooNew)
    expect(await copyDatabase(source, target)).toMatchObject({ continued: true })
    expect(await sqlStore(target).pendingMigrations()).toEqual([])
  })

  test.for(KINDS)('COPY-5 to %s closes the target at the very moment that it becomes a copy', async (kind) => {
    const { source } = await seededSource()
    const target = await emptyDatabase(kind, url)
    let isClaimed = false
    const dying = around(target, {
      before: async () => {
        if (isClaimed) throw new Error('killed')
      },
      after: async () => {
        isClaimed = await run(target, 'select run from flagdeck_copies').then(
          () => true,
          () => false,
        )
      },
    })
    await expect(copyDatabase(source, dying)).rejects.toThrow('killed')
    await expect(sqlStore(target).pendingMigrations()).rejects.toThrow(StoreTooNew)
  })
})

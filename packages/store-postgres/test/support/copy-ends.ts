import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SqlDriver, sqlStore } from '@flagdeck/store-sql'
import { sqliteDriver } from '@flagdeck/store-sqlite'
import { onTestFinished } from 'vitest'
import { postgresDriver } from '../../src/index.ts'
import { databaseForTest } from './open-for-test.ts'

export type Kind = 'SQLite' | 'PostgreSQL'

/** From each kind of database to each. */
export const DIRECTIONS = [
  ['SQLite', 'PostgreSQL'],
  ['PostgreSQL', 'SQLite'],
  ['SQLite', 'SQLite'],
  ['PostgreSQL', 'PostgreSQL'],
] as const satisfies readonly (readonly [Kind, Kind])[]

/** Opens an empty database that is closed and removed after the test. */
export async function emptyDatabase(kind: Kind, serverUrl: string): Promise<SqlDriver> {
  const driver =
    kind === 'SQLite'
      ? sqliteDriver(temporaryFile(), { synchronous: 'normal' })
      : postgresDriver({ connectionString: await databaseForTest(serverUrl) })
  onTestFinished(() => driver.close())
  return driver
}

export async function migratedDatabase(kind: Kind, serverUrl: string): Promise<SqlDriver> {
  const driver = await emptyDatabase(kind, serverUrl)
  await sqlStore(driver).migrate()
  return driver
}

function temporaryFile(): string {
  const directory = mkdtempSync(join(tmpdir(), 'flagdeck-copy-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return join(directory, 'flags.db')
}

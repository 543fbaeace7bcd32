import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SqlDriver, sqlStore } from '@flagdeck/store-sql'
import { sqliteDriver } from '@flagdeck/store-sqlite'
import { onTestFinished } from 'vitest'
import { postgresDriver } from '../../src/index.ts'
import { databaseForTest, migratedDatabaseForTest } from './open-for-test.ts'

export type Kind = 'SQLite' | 'PostgreSQL'

/** From each type of database to each. */
export const DIRECTIONS = [
  ['SQLite', 'PostgreSQL'],
  ['PostgreSQL', 'SQLite'],
  ['SQLite', 'SQLite'],
  ['PostgreSQL', 'PostgreSQL'],
] as const satisfies readonly (readonly [Kind, Kind])[]

/** Opens an empty database that is closed and removed after the test. */
export async function emptyDatabase(kind: Kind, serverUrl: string): Promise<SqlDriver> {
  return kind === 'SQLite' ? sqliteFile() : postgresAt(await databaseForTest(serverUrl))
}

/** Opens a migrated database that is closed and removed after the test. */
export async function migratedDatabase(kind: Kind, serverUrl: string): Promise<SqlDriver> {
  if (kind === 'PostgreSQL') return postgresAt(await migratedDatabaseForTest(serverUrl))
  const driver = sqliteFile()
  await sqlStore(driver).migrate()
  return driver
}

function sqliteFile(): SqlDriver {
  return closedAfterTest(sqliteDriver(temporaryFile(), { synchronous: 'normal' }))
}

function postgresAt(connectionString: string): SqlDriver {
  return closedAfterTest(postgresDriver({ connectionString }))
}

function closedAfterTest(driver: SqlDriver): SqlDriver {
  onTestFinished(() => driver.close())
  return driver
}

function temporaryFile(): string {
  const directory = mkdtempSync(join(tmpdir(), 'flagdeck-copy-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return join(directory, 'flags.db')
}

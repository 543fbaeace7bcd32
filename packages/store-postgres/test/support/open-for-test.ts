import type { Store } from '@flagdeck/core'
import { onTestFinished } from 'vitest'
import { type PostgresOptions, postgresStore } from '../../src/index.ts'
import { createMigratedDatabase, createTestDatabase, type TestDatabase } from './create-test-database.ts'

/** Creates an empty database that is removed after the test, and returns its URL. */
export async function databaseForTest(serverUrl: string): Promise<string> {
  return untilFinished(await createTestDatabase(serverUrl))
}

/** Creates a migrated database without rows that is removed after the test, and returns its URL. */
export async function migratedDatabaseForTest(serverUrl: string): Promise<string> {
  return untilFinished(await createMigratedDatabase(serverUrl))
}

function untilFinished(database: TestDatabase): string {
  onTestFinished(() => database.dispose())
  return database.url
}

/** Opens a store that is closed after the test. */
export function openForTest(options: string | PostgresOptions): Store {
  const store = postgresStore(options)
  onTestFinished(() => store.close())
  return store
}

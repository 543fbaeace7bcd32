import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresStore } from '@flagdeck/store-postgres'
import { createMigratedDatabase } from '@flagdeck/store-postgres/testing'
import { sqliteStore } from '@flagdeck/store-sqlite'
import type { OpenedStore } from './api-under-test.ts'

/** A store in a new file. */
export async function openSqlite(): Promise<OpenedStore> {
  const directory = await mkdtemp(join(tmpdir(), 'flagdeck-api-'))
  return {
    store: sqliteStore(join(directory, 'flags.db'), { synchronous: 'normal' }),
    dispose: () => rm(directory, { recursive: true }),
  }
}

/** A store in a new database of a server. */
export async function openPostgres(serverUrl: string): Promise<OpenedStore> {
  const database = await createMigratedDatabase(serverUrl)
  return { store: postgresStore(withoutFlushing(database.url)), dispose: () => database.dispose() }
}

/** Turns off flushing: power failures do not matter in these tests, and waiting for the disk is slow. */
function withoutFlushing(url: string): string {
  const relaxed = new URL(url)
  relaxed.searchParams.set('options', '-c synchronous_commit=off')
  return relaxed.href
}

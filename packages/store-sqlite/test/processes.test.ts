import { processRules } from '@flagdeck/store-sql/testing'
import Database from 'better-sqlite3'
import { describe, expect } from 'vitest'
import { sqliteStore } from '../src/index.ts'
import { temporaryFile } from './support/temporary-file.ts'

describe('several processes on one SQLite file', () => {
  processRules({
    newPlace: temporaryFile,
    storeAt: sqliteStore,
    program: new URL('./support/store-process.ts', import.meta.url),
    expectSound: (path) => expect(integrity(path)).toBe('ok'),
  })
})

function integrity(path: string): unknown {
  const database = new Database(path, { readonly: true })
  try {
    return database.pragma('integrity_check', { simple: true })
  } finally {
    database.close()
  }
}

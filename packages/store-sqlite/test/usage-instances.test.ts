import { expectCountedTogether, expectGoneProjectLetGo } from '@flagdeck/store-sql/testing'
import Database from 'better-sqlite3'
import { it } from 'vitest'
import { sqliteStore } from '../src/sqlite-store.ts'
import { temporaryFile } from './support/temporary-file.ts'

it('USAGE-34 instances that count on one SQLite file add up exactly', async () => {
  const path = temporaryFile()
  await expectCountedTogether(Array.from({ length: 3 }, () => sqliteStore(path, { timeoutMs: 30_000 })))
})

it('USAGE-33 the calls of a project that is gone are let go, and no others', async () => {
  const path = temporaryFile()
  await expectGoneProjectLetGo(sqliteStore(path), async (id) => {
    const database = new Database(path)
    database.pragma('foreign_keys = on')
    database.exec('drop trigger if exists activity_no_delete')
    database.prepare('delete from activity where project_id = ?').run(id)
    database.prepare('delete from flags where project_id = ?').run(id)
    database.prepare('delete from projects where id = ?').run(id)
    database.close()
  })
})

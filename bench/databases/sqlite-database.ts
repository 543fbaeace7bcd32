import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sqliteStore } from '@flagdeck/store-sqlite'
import Database from 'better-sqlite3'
import { sqliteFlags } from '../by-hand/sqlite-flags.ts'
import { seed } from '../samples/seed.ts'
import type { BenchDatabase, SeededDatabase } from './bench-database.ts'
import { withTemporaryFolder } from './temporary-folder.ts'

/** A file in a temporary folder. */
export const sqliteDatabase: BenchDatabase = {
  name: 'sqlite',
  withSeeded: (seeded, use) =>
    withTemporaryFolder(async (folder) => {
      const path = join(folder, 'flagdeck.db')
      // Seeded data need not survive a power failure.
      await seed(sqliteStore(path, { synchronous: 'normal' }), seeded)
      return use(databaseAt(path))
    }),
}

function databaseAt(path: string): SeededDatabase {
  return {
    url: `sqlite:${path}`,
    openStore: () => sqliteStore(path),
    openByHand: async () => sqliteFlags(path),
    async run(sql) {
      const database = new Database(path)
      database.exec(sql)
      database.close()
    },
    maintain() {
      return this.run('analyze')
    },
    async copy() {
      await copyFile(path, `${path}.copy`)
      return databaseAt(`${path}.copy`)
    },
  }
}

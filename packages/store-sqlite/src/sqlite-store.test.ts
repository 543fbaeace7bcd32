import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '@flagdeck/core'
import { describeStore, type StoreUnderTest } from '@flagdeck/store-suite'
import { sqliteStore } from './sqlite-store.ts'

describeStore('SQLite in memory', {
  create: async () => migrated(memory()),
  createEmpty: async () => memory(),
})

describeStore('SQLite in a file', {
  create: async () => migrated(file()),
  createEmpty: async () => file(),
})

function memory(): StoreUnderTest {
  const store = sqliteStore(':memory:')
  return { store, dispose: () => store.close() }
}

function file(): StoreUnderTest {
  const directory = mkdtempSync(join(tmpdir(), 'flagdeck-sqlite-'))
  const open: Store[] = []
  const openAnother = (): Store => {
    const store = sqliteStore(join(directory, 'flags.db'), { synchronous: 'normal' })
    open.push(store)
    return store
  }
  const store = openAnother()
  return {
    store,
    async reopen() {
      await store.close()
      return openAnother()
    },
    openSecond: async () => openAnother(),
    async dispose() {
      await Promise.all(open.map((each) => each.close()))
      rmSync(directory, { recursive: true })
    },
  }
}

async function migrated(database: StoreUnderTest): Promise<StoreUnderTest> {
  await database.store.migrate()
  return database
}

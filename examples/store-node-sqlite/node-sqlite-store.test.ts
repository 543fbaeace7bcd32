import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '@flagdeck/core'
import { describeStore, type StoreUnderTest } from '@flagdeck/store-suite'
import { nodeSqliteStore } from './node-sqlite-store.ts'

describeStore('node:sqlite', {
  async create() {
    const database = emptyDatabase()
    await database.store.migrate()
    return database
  },
  createEmpty: async () => emptyDatabase(),
})

function emptyDatabase(): StoreUnderTest {
  const folder = mkdtempSync(join(tmpdir(), 'flagdeck-node-sqlite-'))
  const stores: Store[] = []
  const open = (): Store => {
    const store = nodeSqliteStore(join(folder, 'flags.db'), 'normal')
    stores.push(store)
    return store
  }
  const store = open()
  return {
    store,
    async reopen() {
      await store.close()
      return open()
    },
    openSecond: async () => open(),
    async dispose() {
      await Promise.all(stores.map((each) => each.close()))
      rmSync(folder, { recursive: true })
    },
  }
}

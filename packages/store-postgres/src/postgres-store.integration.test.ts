import type { Store } from '@flagdeck/core/store'
import { describeStore, type StoreUnderTest } from '@flagdeck/store-suite'
import { afterAll } from 'vitest'
import { createMigratedDatabase, createTestDatabase } from '../test/support/create-test-database.ts'
import { describeOnPostgres } from '../test/support/describe-on-postgres.ts'
import { tableCleaner } from '../test/support/table-cleaner.ts'
import { postgresStore } from './postgres-store.ts'

describeOnPostgres('a store on PostgreSQL', ({ name, url }) => {
  let shared: ReturnType<typeof sharedDatabase> | undefined
  afterAll(async () => (await shared)?.dispose())

  describeStore(name, {
    async create() {
      shared ??= sharedDatabase(url)
      const database = await shared
      return openStores(database.url, database.empty)
    },
    async createEmpty() {
      const database = await createTestDatabase(url)
      return openStores(database.url, () => database.dispose())
    },
  })
})

/** A database that is emptied between rules. */
async function sharedDatabase(serverUrl: string) {
  const { url, dispose } = await createMigratedDatabase(serverUrl)
  const cleaner = await tableCleaner(url)
  return {
    url,
    empty: () => cleaner.empty(),
    async dispose() {
      await cleaner.close()
      await dispose()
    },
  }
}

function openStores(url: string, cleanUp: () => Promise<void>): StoreUnderTest {
  const stores: Store[] = []
  const openAnother = (): Store => {
    const store = postgresStore(url)
    stores.push(store)
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
      await Promise.all(stores.map((each) => each.close()))
      await cleanUp()
    },
  }
}

import type { Store } from '@flagdeck/core/store'
import { describeStore, type StoreUnderTest } from '@flagdeck/store-suite'
import { afterAll } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test/support/create-test-database.ts'
import { describeOnPostgres } from '../test/support/describe-on-postgres.ts'
import { emptyTables } from '../test/support/empty-tables.ts'
import { postgresStore } from './postgres-store.ts'

describeOnPostgres('a store on PostgreSQL', ({ name, url }) => {
  let migrated: Promise<TestDatabase> | undefined
  afterAll(async () => (await migrated)?.dispose())

  describeStore(name, {
    async create() {
      migrated ??= migratedDatabase(url)
      const { url: databaseUrl } = await migrated
      return openStores(databaseUrl, () => emptyTables(databaseUrl))
    },
    async createEmpty() {
      const database = await createTestDatabase(url)
      return openStores(database.url, () => database.dispose())
    },
  })
})

async function migratedDatabase(serverUrl: string): Promise<TestDatabase> {
  const database = await createTestDatabase(serverUrl)
  const store = postgresStore(database.url)
  await store.migrate()
  await store.close()
  return database
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

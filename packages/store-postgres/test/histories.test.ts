import { expectHistoriesKept } from '@flagdeck/store-sql/testing'
import { it } from 'vitest'
import { postgresStore } from '../src/postgres-store.ts'
import { describeOnNewestPostgres } from './support/describe-on-newest-postgres.ts'
import { migratedDatabaseForTest } from './support/open-for-test.ts'

describeOnNewestPostgres('histories', ({ url }) => {
  it('HIST-10 every version of a flag is what was answered at the time', { timeout: 300_000 }, async () => {
    const store = postgresStore({ connectionString: await migratedDatabaseForTest(url) })
    await expectHistoriesKept(store, 50)
  })
})

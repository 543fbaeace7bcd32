import { processRules } from '@flagdeck/store-sql/testing'
import { postgresStore } from '../src/index.ts'
import { describeOnNewestPostgres } from './support/describe-on-newest-postgres.ts'
import { databaseForTest, migratedDatabaseForTest } from './support/open-for-test.ts'

describeOnNewestPostgres('several processes on one PostgreSQL database', (server) => {
  processRules({
    newPlace: () => databaseForTest(server.url),
    newMigratedPlace: () => migratedDatabaseForTest(server.url),
    storeAt: postgresStore,
    program: new URL('./support/store-process.ts', import.meta.url),
  })
})

import { upgradeRules } from '@flagdeck/store-sql/testing'
import { postgresDriver } from '../src/postgres-driver.ts'
import { describeOnPostgres } from './support/describe-on-postgres.ts'
import { databaseForTest } from './support/open-for-test.ts'

describeOnPostgres('a PostgreSQL database of the first release', (server) => {
  upgradeRules({
    newPlace: () => databaseForTest(server.url),
    driverAt: (connectionString) => postgresDriver({ connectionString }),
    program: new URL('./support/store-process.ts', import.meta.url),
    schemaQuery: `
      select table_name || '.' || column_name as name, data_type || ' ' || is_nullable || ' ' || coalesce(collation_name, '') as text
      from information_schema.columns where table_schema = 'public'
      union all select indexname, indexdef from pg_indexes where schemaname = 'public'
      order by name, text`,
  })
})

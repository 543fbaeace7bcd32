import { copyDatabase, sqlStore } from '@flagdeck/store-sql'
import { expectHistoriesKept, expectImportsKept, expectLivedRecords, liveHistories } from '@flagdeck/store-sql/testing'
import { it } from 'vitest'
import { postgresStore } from '../src/postgres-store.ts'
import { DIRECTIONS, emptyDatabase, migratedDatabase } from './support/copy-ends.ts'
import { describeOnNewestPostgres } from './support/describe-on-newest-postgres.ts'
import { migratedDatabaseForTest } from './support/open-for-test.ts'

describeOnNewestPostgres('histories', ({ url }) => {
  it('HIST-10 every version of a flag is what was answered at the time', { timeout: 300_000 }, async () => {
    const store = postgresStore({ connectionString: await migratedDatabaseForTest(url) })
    await expectHistoriesKept(store, 50)
  })

  it('HIST-10 an import goes on with the histories of a project, or begins them', { timeout: 300_000 }, async () => {
    const store = postgresStore({ connectionString: await migratedDatabaseForTest(url) })
    await expectImportsKept(store, 5)
    await store.close()
  })

  for (const [from, to] of DIRECTIONS.slice(0, 2)) {
    it(`HIST-10 versions of everything come over, from ${from} to ${to}`, { timeout: 300_000 }, async () => {
      const [source, target] = [await migratedDatabase(from, url), await emptyDatabase(to, url)]
      // A deck closes its store, but the copy still needs this one.
      const store = { ...sqlStore(source), close: async () => undefined }
      const records = []
      for (const kind of ['flag', 'cohort', 'dashboard'] as const)
        records.push(...(await liveHistories(store, kind, 8)))
      await copyDatabase(source, target)
      await expectLivedRecords(sqlStore(target), records)
    })
  }
})

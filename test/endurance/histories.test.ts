import { memoryStore } from '@flagdeck/core'
import { expect, test } from 'vitest'
import { DIRECTIONS, emptyDatabase, migratedDatabase } from '../../packages/store-postgres/test/support/copy-ends.ts'
import { describeOnNewestPostgres } from '../../packages/store-postgres/test/support/describe-on-newest-postgres.ts'
import { copyDatabase, sqlStore } from '../../packages/store-sql/src/index.ts'
import {
  expectHistoriesKept,
  expectImportsKept,
  expectLivedRecords,
  liveHistories,
} from '../../packages/store-sql/test/support/index.ts'
import { amount } from './support/amount.ts'
import { sayMeasured } from './support/say-measured.ts'

/**
 * The number of histories of cohorts, and of dashboards; there are twice as many of flags. This results in a thousand
 * on each store.
 */
const HISTORIES = amount('ENDURANCE_HISTORIES', 250)
const KINDS = ['flag', 'cohort', 'dashboard'] as const
const TIMEOUT_MS = 1_800_000

test(
  'HIST-10 each version is what was answered at the time, in memory',
  async () => {
    await expectHistoriesKept(memoryStore(), HISTORIES)
    for (const kind of KINDS) await liveHistories(memoryStore(), kind, HISTORIES)
    await expectImportsKept(memoryStore(), Math.ceil(HISTORIES / 10))
  },
  TIMEOUT_MS,
)

describeOnNewestPostgres('histories', ({ url }) => {
  for (const [from, to] of DIRECTIONS.slice(0, 2)) {
    test(
      `HIST-10 each version is what was answered at the time, on ${from} and in a copy on ${to}`,
      async () => {
        const [source, target] = [await migratedDatabase(from, url), await emptyDatabase(to, url)]
        // Decks close their store, but the database is still needed for the copy.
        const store = { ...sqlStore(source), close: async () => undefined }
        const records = []
        for (const kind of KINDS) records.push(...(await liveHistories(store, kind, HISTORIES)))
        await expectHistoriesKept(store, HISTORIES)
        await expectImportsKept(store, Math.ceil(HISTORIES / 10))
        await copyDatabase(source, target)
        await expectLivedRecords(sqlStore(target), records)
        const versions = records.reduce((sum, { seen }) => sum + seen.size, 0)
        sayMeasured(`histories on ${from}`, { histories: records.length, versions })
        expect(records.length).toBeGreaterThanOrEqual(KINDS.length * HISTORIES)
      },
      TIMEOUT_MS,
    )
  }
})

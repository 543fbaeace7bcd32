import { memoryStore } from '@flagdeck/core'
import { expectHistoriesKept, expectImportsKept, liveHistories } from '@flagdeck/store-sql/testing'
import { it } from 'vitest'
import { sqliteStore } from '../src/sqlite-store.ts'

it('HIST-10 every version of a flag is what was answered at the time, in memory', { timeout: 300_000 }, () =>
  expectHistoriesKept(memoryStore(), 1000),
)

it('HIST-10 every version of a flag is what was answered at the time, on SQLite', { timeout: 300_000 }, () =>
  expectHistoriesKept(sqliteStore(':memory:'), 200),
)

it.each(['cohort', 'dashboard'] as const)(
  'HIST-10 every version of a %s is what was answered at the time, in memory and on SQLite',
  { timeout: 300_000 },
  async (kind) => {
    await liveHistories(memoryStore(), kind, 100)
    await liveHistories(sqliteStore(':memory:'), kind, 50)
  },
)

it('HIST-10 an import goes on with the histories of a project, or begins them', { timeout: 300_000 }, async () => {
  await expectImportsKept(memoryStore(), 30)
  await expectImportsKept(sqliteStore(':memory:'), 20)
})

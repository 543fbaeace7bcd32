import { expectCountedTogether } from '@flagdeck/store-sql/testing'
import { it } from 'vitest'
import { sqliteStore } from '../src/sqlite-store.ts'
import { temporaryFile } from './support/temporary-file.ts'

it('USAGE-34 instances that count on one SQLite file add up exactly', async () => {
  const path = temporaryFile()
  await expectCountedTogether(Array.from({ length: 3 }, () => sqliteStore(path, { timeoutMs: 30_000 })))
})

import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { StatementCache } from './statement-cache.ts'

it('a statement is prepared once, until others have pushed it out', () => {
  const database = new Database(':memory:')
  onTestFinished(() => {
    database.close()
  })
  const cache = new StatementCache(database, 2)
  const first = cache.prepare('select 1')
  const second = cache.prepare('select 2')
  expect(cache.prepare('select 1')).toBe(first)
  cache.prepare('select 3')
  expect(cache.size).toBe(2)
  // The first was used after the second, so the second was evicted.
  expect(cache.prepare('select 1')).toBe(first)
  expect(cache.prepare('select 2')).not.toBe(second)
})

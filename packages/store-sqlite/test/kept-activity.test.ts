import { expectActivityKept } from '@flagdeck/store-sql/testing'
import { it } from 'vitest'
import { sqliteDriver } from '../src/sqlite-driver.ts'

it('HIST-11 SQLite itself refuses to change or remove an entry of the activity', async () => {
  const driver = sqliteDriver(':memory:', {})
  await expectActivityKept(driver)
  await driver.close()
})

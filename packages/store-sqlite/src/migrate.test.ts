import { StoreTooNew } from '@flagdeck/core/store'
import type { SqlDriver } from '@flagdeck/store-sql'
import { type Migration, migrate, pendingMigrations } from '@flagdeck/store-sql/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sqliteDriver } from './sqlite-driver.ts'

const one: Migration = { name: '0001-one', statements: () => ['create table one (id integer)'] }
const two: Migration = {
  name: '0002-two',
  statements: () => ['create table two (id integer)', 'create table three (id integer)'],
}
const brokenTwo: Migration = { name: '0002-two', statements: () => ['create table two (id integer)', 'no SQL at all'] }

function emptyDatabase(): SqlDriver {
  const driver = sqliteDriver(':memory:', {})
  onTestFinished(() => driver.close())
  return driver
}

async function tablesOf(driver: SqlDriver): Promise<readonly unknown[]> {
  const sql = "select name from sqlite_schema where type = 'table' order by name"
  const { rows } = await driver.read((connection) => connection.execute({ sql, parameters: [] }))
  return rows.map((row) => Object.values(Object(row))[0])
}

describe('migrating', () => {
  it('applies each step once, in order', async () => {
    const driver = emptyDatabase()
    expect(await pendingMigrations(driver, [one, two])).toEqual(['0001-one', '0002-two'])
    expect(await migrate(driver, [one])).toEqual({ applied: ['0001-one'] })
    expect(await pendingMigrations(driver, [one, two])).toEqual(['0002-two'])
    expect(await migrate(driver, [one, two])).toEqual({ applied: ['0002-two'] })
    expect(await migrate(driver, [one, two])).toEqual({ applied: [] })
    expect(await tablesOf(driver)).toEqual(['flagdeck_migrations', 'one', 'three', 'two'])
  })

  it('keeps nothing of a step that fails, and goes on there the next time', async () => {
    const driver = emptyDatabase()
    await expect(migrate(driver, [one, brokenTwo])).rejects.toThrow()
    expect(await tablesOf(driver)).toEqual(['flagdeck_migrations', 'one'])
    expect(await migrate(driver, [one, two])).toEqual({ applied: ['0002-two'] })
  })

  it('touches nothing in a database that a newer release has migrated', async () => {
    const driver = emptyDatabase()
    await migrate(driver, [one, two])
    for (const call of [migrate(driver, [one]), pendingMigrations(driver, [one])]) {
      const error = await call.catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(StoreTooNew)
      expect(error).toMatchObject({ message: expect.stringContaining('0002-two') })
    }
    expect(await tablesOf(driver)).toEqual(['flagdeck_migrations', 'one', 'three', 'two'])
  })
})

import type { SqlConnection, SqlDriver } from '@flagdeck/store-sql'
import { expect, onTestFinished, test } from 'vitest'
import { describeOnPostgres } from '../test/support/describe-on-postgres.ts'
import { databaseForTest } from '../test/support/open-for-test.ts'
import { postgresDriver } from './postgres-driver.ts'

describeOnPostgres('reads on PostgreSQL', ({ url }) => {
  test('a read of one statement needs no transaction', async () => {
    const driver = await openDriver(url)
    expect(await driver.read(isolation)).toBe('read committed')
  })

  test('a read of several statements is one transaction, which starts over once for each first statement', async () => {
    const driver = await openDriver(url)
    let runs = 0
    const read = () =>
      driver.read(async (connection) => {
        runs++
        return [await isolation(connection), await isolation(connection)]
      })
    expect(await read()).toEqual(['repeatable read', 'repeatable read'])
    expect(runs).toBe(2)
    expect(await read()).toEqual(['repeatable read', 'repeatable read'])
    expect(runs).toBe(3)
  })

  test('statements that are asked for at once see one state', async () => {
    const driver = await openDriver(url)
    const levels = await driver.read((connection) => Promise.all([isolation(connection), isolation(connection)]))
    expect(levels).toEqual(['repeatable read', 'repeatable read'])
  })

  test('who starts over learns nothing of it, and leaves no failure behind', async () => {
    const driver = await openDriver(url)
    const failures: unknown[] = []
    const levels = await driver.read(async (connection) => {
      const [first, second] = [isolation(connection), isolation(connection)]
      second.catch((error) => failures.push(error))
      return [await first, await second]
    })
    expect(levels).toEqual(['repeatable read', 'repeatable read'])
    expect(failures).toEqual([])
  })

  test('a failure of what is read is not tried again', async () => {
    const driver = await openDriver(url)
    let runs = 0
    const read = driver.read(async (connection) => {
      runs++
      await isolation(connection)
      throw new Error('not found')
    })
    await expect(read).rejects.toThrow('not found')
    expect(runs).toBe(1)
  })
})

async function openDriver(serverUrl: string): Promise<SqlDriver> {
  const driver = postgresDriver({ connectionString: await databaseForTest(serverUrl) })
  onTestFinished(() => driver.close())
  // Until its first response, a new connection is used like one through a pooler.
  await driver.ping()
  return driver
}

async function isolation(connection: SqlConnection): Promise<unknown> {
  const sql = "select current_setting('transaction_isolation') as level"
  const { rows } = await connection.execute({ sql, parameters: [] })
  // The query returns one row with this column.
  return (rows as readonly { readonly level: string }[])[0]?.level
}

import { newProjectRow } from '@flagdeck/core/fixtures'
import { expect, it } from 'vitest'
import { postgresDialect } from '../dialects/postgres-dialect.ts'
import { sqliteDialect } from '../dialects/sqlite-dialect.ts'
import { sqlContext } from '../sql-context.ts'
import { SqlSession } from '../sql-session.ts'
import { sqlTransactions } from '../sql-transaction.ts'

/** Returns the number of statements that create a project, and that raise it to a version. */
async function statementsFor(dialect: typeof sqliteDialect, version: number): Promise<readonly [number, number]> {
  let count = 0
  const execute = async () => {
    count++
    return { rows: [{ id: 1, version }], changes: 1 }
  }
  const { projects } = sqlTransactions(sqlContext(dialect))(new SqlSession({ execute }))
  await projects.insert(newProjectRow({ organizationId: 'o' }))
  const forInsert = count
  expect(await projects.raiseVersion(1)).toBe(version)
  return [forInsert, count - forInsert]
}

it('STORE-110 tags a version in the round trip that raises it, where there are round trips', async () => {
  for (const version of [2, 1100]) expect(await statementsFor(postgresDialect, version)).toEqual([1, 1])
  expect(await statementsFor(sqliteDialect, 2)).toEqual([2, 2])
})

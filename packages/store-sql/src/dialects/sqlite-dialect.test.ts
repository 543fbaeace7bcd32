import { sql as rawSql } from 'kysely'
import { expect, it } from 'vitest'
import { sqlContext } from '../sql-context.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

it('SQLite never sees a bare parameter, because it would prepare joined queries anew for each value', () => {
  const { db } = sqlContext(sqliteDialect)
  const query = db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', 1)
    .where(sqliteDialect.isOneOf(rawSql.ref('email'), ['a'], 'text'))
    .limit(5)
  const { sql, parameters } = query.compile()
  expect(parameters).toEqual([1, ['a'], 5])
  expect(sql.match(/\+\?/g)).toHaveLength(3)
  expect(sql.match(/(?<!\+)\?/g)).toBeNull()
})

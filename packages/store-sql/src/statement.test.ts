import { describe, expect, it } from 'vitest'
import { sqliteDialect } from './dialects/sqlite-dialect.ts'
import { sqlContext } from './sql-context.ts'
import { statement } from './statement.ts'

describe('a statement', () => {
  const { db } = sqlContext(sqliteDialect)

  it('puts each parameter where the query uses it, also twice, and keeps constants', () => {
    const find = statement((p: { from: number; id: number }) =>
      db
        .selectFrom('users')
        .select('id')
        .where('id', '>=', p.from)
        .where('email', '=', 'fixed')
        .where((eb) => eb.or([eb('id', '=', p.id), eb('id', '=', p.from)])),
    )
    expect(find.bind({ from: 1, id: 2 }).parameters).toEqual([1, 'fixed', 2, 1])
    expect(find.bind({ from: 3, id: 4 }).parameters).toEqual([3, 'fixed', 4, 3])
  })

  it('is compiled once', () => {
    let built = 0
    const all = statement(() => {
      built++
      return db.selectFrom('users').select('id')
    })
    expect(all.bind({}).sql).toBe(all.bind({}).sql)
    expect(built).toBe(1)
  })
})

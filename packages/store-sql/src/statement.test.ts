import { describe, expect, it } from 'vitest'
import { sqliteDialect } from './dialects/sqlite-dialect.ts'
import { sqlContext } from './sql-context.ts'
import { rowStatement, statement } from './statement.ts'

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

  it('is compiled once, when it is first run', () => {
    let built = 0
    const all = statement(() => {
      built++
      return db.selectFrom('users').select('id')
    })
    expect(built).toBe(0)
    expect(all.bind({}).sql).toBe(all.bind({}).sql)
    expect(built).toBe(1)
  })
})

describe('a statement that writes a row', () => {
  const { db } = sqlContext(sqliteDialect)
  type Row = { readonly id: number; readonly name: string; readonly api_token: string; readonly created_at: string }

  it('writes the columns that rows have, and no other than it is told', () => {
    const update = rowStatement(({ id, created_at: _, ...row }: Row) =>
      db.updateTable('projects').set(row).where('id', '=', id),
    )
    const first = update.bind({ id: 1, name: 'a', api_token: 'b', created_at: 'c' })
    expect(first.sql).toBe('update "projects" set "name" = +?, "api_token" = +? where "id" = +?')
    expect(first.parameters).toEqual(['a', 'b', 1])
  })

  it('is compiled once, whatever the order of the columns in later rows', () => {
    const update = rowStatement(({ id, ...row }: Row) => db.updateTable('projects').set(row).where('id', '=', id))
    const first = update.bind({ id: 1, name: 'a', api_token: 'b', created_at: 'c' })
    const second = update.bind({ created_at: 'f', api_token: 'e', name: 'd', id: 2 })
    expect(second.sql).toBe(first.sql)
    expect(second.parameters).toEqual(['d', 'e', 'f', 2])
  })
})

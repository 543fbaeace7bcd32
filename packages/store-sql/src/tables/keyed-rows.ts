import type { Page, PageRequest } from '@flagdeck/core'
import type { PersonTable } from '@flagdeck/core/store'
import { type Insertable, sql } from 'kysely'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { decodeText } from '../sql-value.ts'
import { rowStatement, statement } from '../statement.ts'
import { pagesOfAll, pagesOfFound, rangesOf } from './keyed-pages.ts'
import { type AnySchema, isInScope, type KeyedScope, type KeyedTable, looselyTyped } from './keyed-table.ts'
import { placeLock } from './place-lock.ts'
import { readPage } from './read-page.ts'

/** One table, for one transaction. */
export interface KeyedRows<Row, Item> {
  find(scope: KeyedScope, key: string): Promise<Item | undefined>
  /** Lists rows whose key starts with `search`, or whose other search text does, ignoring case. */
  list(scope: KeyedScope, search: string, page: PageRequest): Promise<Page<Item>>
  after(scope: KeyedScope, afterKey: string, limit: number): Promise<readonly Item[]>
  measureAfter(scope: KeyedScope, afterKey: string, limit: number): ReturnType<PersonTable['measureAfter']>
  /** Locks the key until the transaction ends, whether there is a row or not. */
  lock(scope: KeyedScope, key: string): Promise<Item | undefined>
  /** Inserts the row, or replaces its properties and `updated_at`. */
  save(row: Row): Promise<void>
  delete(scope: KeyedScope, key: string): Promise<boolean>
}

export function keyedRows<Row extends object, Item>(
  context: SqlContext,
  table: KeyedTable,
  itemFrom: (row: Row) => Item,
): (session: SqlSession) => KeyedRows<Row, Item> {
  const { find, findLocked, after, measureAfter, save, remove } = statements<Row>(context, table)
  const [whole, found] = [pagesOfAll<Row>(context, table), pagesOfFound<Row>(context, table)]
  const lockPlace = placeLock(context)
  const perhapsItem = (row: Row | undefined): Item | undefined => row && itemFrom(row)
  return (session) => ({
    find: async (scope, key) => perhapsItem(await session.first(find, { ...scope, key })),
    list: (scope, search, page) =>
      search === ''
        ? readPage(session, whole, scope, page, itemFrom)
        : readPage(session, found, { ...scope, ...rangesOf(search), reach: page.offset + page.limit }, page, itemFrom),
    after: (scope, afterKey, limit) => session.items(after, { ...scope, afterKey, limit }, itemFrom),
    async measureAfter(scope, afterKey, limit) {
      const measured = await session.first(measureAfter, { ...scope, afterKey, limit })
      const lastKey = measured?.lastKey ?? null
      return { rows: measured?.rows ?? 0, bytes: measured?.bytes ?? 0, lastKey: lastKey && decodeText(lastKey) }
    },
    async lock(scope, key) {
      await lockPlace(session, [table.name, ...table.scope.map((column) => scope[column]), key].join('/'))
      return perhapsItem(await session.first(findLocked, { ...scope, key }))
    },
    async save(row) {
      await session.run(save, row)
    },
    delete: async (scope, key) => (await session.run(remove, { ...scope, key })) > 0,
  })
}

type OneRow = KeyedScope & { readonly key: string }
type After = KeyedScope & { readonly afterKey: string; readonly limit: number }
function statements<Row extends object>(context: SqlContext, table: KeyedTable) {
  const db = looselyTyped(context)
  const { name, scope, key } = table
  const rowsOf = (p: KeyedScope) => db.selectFrom(name).selectAll().$castTo<Row>().where(isInScope(table, p))
  const one = (p: OneRow) => rowsOf(p).where(key, '=', p.key)
  return {
    find: statement(one),
    findLocked: statement((p: OneRow) => one(p).modifyEnd(sql.raw(context.dialect.rowLock))),
    after: statement((p: After) => rowsOf(p).where(key, '>', p.afterKey).orderBy(key).limit(p.limit)),
    measureAfter: statement((p: After) => {
      // Neither database reads a value that is stored outside of its row to find its length in bytes.
      const lengths = db
        .selectFrom(name)
        .select([key, sql<number>`octet_length(${sql.ref(key)}) + octet_length(properties)`.as('bytes')])
        .where(isInScope(table, p))
        .where(key, '>', p.afterKey)
        .orderBy(key)
        .limit(p.limit)
      return db
        .selectFrom(lengths.as('listed'))
        .select([
          db.fn.countAll<number>().as('rows'),
          sql<number>`cast(coalesce(sum(bytes), 0) as bigint)`.as('bytes'),
          sql<string | null>`max(${sql.ref(key)})`.as('lastKey'),
        ])
    }),
    save: rowStatement((row: Row) =>
      db
        .insertInto(name)
        .values(row as Insertable<AnySchema[string]>) // text and numbers
        .onConflict((conflict) =>
          conflict.columns([...scope, key]).doUpdateSet((eb) => ({
            properties: eb.ref('excluded.properties'),
            found_by: eb.ref('excluded.found_by'),
            updated_at: eb.ref('excluded.updated_at'),
          })),
        ),
    ),
    remove: statement((p: OneRow) => db.deleteFrom(name).where(isInScope(table, p)).where(key, '=', p.key)),
  }
}

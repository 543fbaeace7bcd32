import type { Page, PageRequest } from '@flagdeck/core/store'
import { type Insertable, type Kysely, type SqlBool, sql } from 'kysely'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { rowStatement, statement } from '../statement.ts'
import { endOfPrefix } from './end-of-prefix.ts'
import { placeLock } from './place-lock.ts'
import { type PageStatements, readPage } from './read-page.ts'

/** A table whose rows are found, and walked over, by a text: persons of a project, groups of a type. */
export interface KeyedTable {
  readonly name: 'persons' | 'groups'
  /** Whose rows they are: the columns of the primary key but the last. */
  readonly scope: readonly (keyof KeyedScope)[]
  /** The text; the last column of the primary key. */
  readonly key: string
}

/** The values of the columns in `scope`. */
export interface KeyedScope {
  readonly project_id: number
  readonly group_type_index?: number
}

/** One table, for one transaction. */
export interface KeyedRows<Row, Item> {
  find(scope: KeyedScope, key: string): Promise<Item | undefined>
  list(scope: KeyedScope, prefix: string, page: PageRequest): Promise<Page<Item>>
  after(scope: KeyedScope, afterKey: string, limit: number): Promise<readonly Item[]>
  /** Holds the key until the transaction ends, whether there is a row or not. */
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
  const { find, findLocked, after, save, remove } = statements<Row>(context, table)
  const [rangeToEnd, range] = [pages<Row>(context, table, false), pages<Row>(context, table, true)]
  const lockPlace = placeLock(context)
  const perhapsItem = (row: Row | undefined): Item | undefined => row && itemFrom(row)
  return (session) => ({
    find: async (scope, key) => perhapsItem(await session.first(find, { ...scope, key })),
    list(scope, prefix, page) {
      const end = endOfPrefix(prefix)
      const parameters = { ...scope, prefix, end: end ?? '' }
      return readPage(session, end === undefined ? rangeToEnd : range, parameters, page, itemFrom)
    },
    after: async (scope, afterKey, limit) => (await session.all(after, { ...scope, afterKey, limit })).map(itemFrom),
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
type Range = KeyedScope & { readonly prefix: string; readonly end: string }

/** Any table and any column: which there are, a `KeyedTable` says. */
type AnySchema = Record<string, Record<string, string | number>>

function looselyTyped({ db }: SqlContext): Kysely<AnySchema> {
  return db as unknown as Kysely<AnySchema> // it builds what it is told to, whatever its types say
}

function isInScope({ scope }: KeyedTable, p: KeyedScope) {
  const conditions = scope.map((column) => sql`${sql.ref(column)} = ${p[column]}`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

function statements<Row extends object>(context: SqlContext, table: KeyedTable) {
  const db = looselyTyped(context)
  const { name, scope, key } = table
  const rowsOf = (p: KeyedScope) => db.selectFrom(name).selectAll().$castTo<Row>().where(isInScope(table, p))
  const one = (p: OneRow) => rowsOf(p).where(key, '=', p.key)
  return {
    find: statement(one),
    findLocked: statement((p: OneRow) => one(p).modifyEnd(sql.raw(context.dialect.rowLock))),
    after: statement((p: After) => rowsOf(p).where(key, '>', p.afterKey).orderBy(key).limit(p.limit)),
    save: rowStatement((row: Row) =>
      db
        .insertInto(name)
        .values(row as Insertable<AnySchema[string]>) // text and numbers
        .onConflict((conflict) =>
          conflict.columns([...scope, key]).doUpdateSet((eb) => ({
            properties: eb.ref('excluded.properties'),
            updated_at: eb.ref('excluded.updated_at'),
          })),
        ),
    ),
    remove: statement((p: OneRow) => db.deleteFrom(name).where(isInScope(table, p)).where(key, '=', p.key)),
  }
}

function pages<Row>(context: SqlContext, table: KeyedTable, hasEnd: boolean): PageStatements<Range, Row> {
  const db = looselyTyped(context)
  const { name, key } = table
  const columns = [...table.scope, key]
  const inRange = (p: Range) =>
    db
      .selectFrom(name)
      .where(isInScope(table, p))
      .where(key, '>=', p.prefix)
      .$if(hasEnd, (rows) => rows.where(key, '<', p.end))
  return {
    count: statement((p) => inRange(p).select(db.fn.countAll<number>().as('count'))),
    // The index alone finds the page; the rows, which may be large, are read only for that.
    rows: statement((p) =>
      db
        .selectFrom(inRange(p).select(columns).orderBy(key).limit(p.limit).offset(p.offset).as('page'))
        .innerJoin(`${name} as row`, (join) =>
          columns.reduce((on, column) => on.onRef(`row.${column}`, '=', `page.${column}`), join),
        )
        .selectAll('row')
        .$castTo<Row>()
        .orderBy(`row.${key}`),
    ),
  }
}

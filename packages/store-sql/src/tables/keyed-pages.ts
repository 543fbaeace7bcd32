import type { JsonValue } from '@flagdeck/core'
import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { SqlContext } from '../sql-context.ts'
import { statement } from '../statement.ts'
import { endOfPrefix } from './end-of-prefix.ts'
import { type AnySchema, isInScope, type KeyedScope, type KeyedTable, looselyTyped } from './keyed-table.ts'
import type { PageStatements } from './read-page.ts'

/** `reach` is the number of rows up to the end of the page. */
type Found = KeyedScope & ReturnType<typeof rangesOf> & { readonly reach: number }

/**
 * The length of an e-mail or a name by which rows are found: enough for every address, and short enough for an index.
 */
const FOUND_BY_LENGTH = 254

/** Higher than every valid key. */
const BEYOND_ALL = '\u{10ffff}'.repeat(401)

/** Returns the text by which a row is found in addition to its key: the value of a property if it is a text. */
export function foundBy(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value.slice(0, FOUND_BY_LENGTH).toLowerCase() : ''
}

/** Returns the ranges of a search among the keys, and among the other texts by which rows are found. */
export function rangesOf(search: string) {
  const folded = search.toLowerCase()
  return { from: search, to: endOf(search), foldedFrom: folded, foldedTo: endOf(folded) }
}

function endOf(prefix: string): string {
  return endOfPrefix(prefix) ?? BEYOND_ALL
}

export function pagesOfAll<Row>(context: SqlContext, table: KeyedTable): PageStatements<KeyedScope, Row> {
  return {
    count: statement((p) => countOf(context, keysOf(context, table, p))),
    rows: statement((p) =>
      rowsOf<Row>(context, table, keysOf(context, table, p).orderBy(table.key).limit(p.limit).offset(p.offset)),
    ),
  }
}

/**
 * The statements for the rows that a search finds: rows by key, and rows by the other text that are not found by key.
 */
export function pagesOfFound<Row>(context: SqlContext, table: KeyedTable): PageStatements<Found, Row> {
  const { key } = table
  const isByKey = (p: Found) => (eb: ExpressionBuilder<AnySchema, string>) => eb(key, '>=', p.from).and(key, '<', p.to)
  const byKey = (p: Found) => keysOf(context, table, p).where(isByKey(p))
  const besides = (p: Found) =>
    keysOf(context, table, p)
      .where('found_by', '<>', sql.lit('')) // as in the index
      .where('found_by', '>=', p.foldedFrom)
      .where('found_by', '<', p.foldedTo)
      .where((eb) => eb.not(isByKey(p)(eb)))
  // Each half is limited to the end of the page, so that neither is sorted as a whole if an index has its order.
  const first = (keys: Keys, p: Found) =>
    looselyTyped(context).selectFrom(keys.orderBy(key).limit(p.reach).as('page')).selectAll()
  return {
    count: statement((p) => countOf(context, byKey(p).unionAll(besides(p)))),
    rows: statement((p) => {
      const both = first(byKey(p), p).unionAll(first(besides(p), p))
      return rowsOf<Row>(context, table, both.orderBy(key).limit(p.limit).offset(p.offset))
    }),
  }
}

type Keys = SelectQueryBuilder<AnySchema, string, object>

function keysOf(context: SqlContext, table: KeyedTable, p: KeyedScope): Keys {
  return looselyTyped(context)
    .selectFrom(table.name)
    .select([...table.scope, table.key])
    .where(isInScope(table, p))
}

function countOf(context: SqlContext, keys: Keys) {
  const db = looselyTyped(context)
  return db.selectFrom(keys.as('listed')).select(db.fn.countAll<number>().as('count'))
}

/** Only the indexes are read to find the page; rows, which may be large, are read only for it. */
function rowsOf<Row>(context: SqlContext, { name, scope, key }: KeyedTable, page: Keys) {
  return looselyTyped(context)
    .selectFrom(page.as('page'))
    .innerJoin(`${name} as row`, (join) =>
      [...scope, key].reduce((on, column) => on.onRef(`row.${column}`, '=', `page.${column}`), join),
    )
    .selectAll('row')
    .$castTo<Row>()
    .orderBy(`row.${key}`)
}

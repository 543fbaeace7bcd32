import type { AliasedRawBuilder, DialectAdapter, Expression, QueryCompiler, SqlBool } from 'kysely'

/** The few things that SQLite and PostgreSQL say differently. */
export interface SqlDialect {
  readonly name: 'sqlite' | 'postgres'
  readonly columnTypes: ColumnTypes
  createAdapter(): DialectAdapter
  createQueryCompiler(): QueryCompiler
  /** Whether `column` is one of `values`, which travel as one parameter, so that the text is the same for any number. */
  isOneOf(column: Expression<unknown>, values: readonly (string | number)[], type: ListType): Expression<SqlBool>
  /** Whether the text of `column` contains `needle`, byte by byte. */
  contains(column: Expression<string>, needle: string): Expression<SqlBool>
  /** Whether the JSON array of texts in `column` has any of `values`. */
  sharesElement(column: Expression<string>, values: readonly string[]): Expression<SqlBool>
  /** The values of a list as rows, to select from; they travel as one parameter. */
  elements<Value extends string | number>(
    values: readonly Value[],
    type: ListType,
  ): AliasedRawBuilder<{ readonly value: Value }, 'element'>
  /**
   * Rows as a table (as `added`), to select from. They travel as one parameter: `lists` is the JSON text of a list of
   * lists that {@link listsText} made, and `columns` says what stands at each place of those.
   */
  rows<Columns extends RowColumns>(lists: string, columns: Columns): AliasedRawBuilder<RowOf<Columns>, 'added'>
  /** Whether a `with` clause may change rows, so that changes which follow from one another are one statement. */
  readonly canChangeInWith: boolean
  /** Clause that keeps the selected rows from changing until the transaction ends; empty where a writer is alone anyway. */
  readonly rowLock: string
  /**
   * Waits until nobody else holds the same text, and holds it until the transaction ends: for what a row lock cannot
   * lock, because there is no row yet. Missing where a writer is alone anyway.
   */
  readonly textLock?: (text: string) => AliasedRawBuilder<unknown, 'held'>
}

export type ListType = 'text' | 'bigint'

/** The columns of rows that travel as a parameter, in the order of their values. */
export type RowColumns = { readonly [column: string]: ListType }

export type RowOf<Columns extends RowColumns> = {
  readonly [Column in keyof Columns]: Columns[Column] extends 'bigint' ? number : string
}

/** Words for the column types in `create table`. */
export interface ColumnTypes {
  /** Text compared and ordered by its bytes. */
  readonly text: string
  readonly integer: string
  readonly boolean: string
  readonly bytes: string
  /** An integer key that the database counts up and never gives twice. */
  readonly id: string
  /** An integer that the database counts up, which is no key: no index has it alone. */
  readonly sequence: string
  /** What stands behind the closing bracket of `create table`. */
  readonly tableOptions: string
  /** The same for a table of short rows that are little more than their key: there shall be no second copy of it. */
  readonly keyTableOptions: string
}

import type { AliasedRawBuilder, DialectAdapter, Expression, QueryCompiler, SqlBool } from 'kysely'

/**
 * The differences between databases. `sqliteDialect` and `postgresDialect` serve every database that is compatible with
 * these. Derive another dialect from the closer one: `{ ...postgresDialect, contains: … }`. All queries rely on
 * features that both have: `on conflict`, `returning`, row values, and comparison of texts by their bytes.
 */
export interface SqlDialect {
  /**
   * The database whose catalog `copyDatabase` queries for columns and counters, and whose way it uses to insert many
   * rows.
   */
  readonly name: 'sqlite' | 'postgres'
  /** Words for `create table`. Migrations are text without parameters, built from these words. */
  readonly columnTypes: ColumnTypes
  /** Returns Kysely's adapter, which declares the features that its builder may use. It never connects. */
  createAdapter(): DialectAdapter
  /**
   * Returns Kysely's compiler, which decides how names are quoted and parameters are written. Each store compiles a
   * statement once.
   */
  createQueryCompiler(): QueryCompiler
  /**
   * Returns the value to bind for a value of a query. That is a text, a number up to 2⁵³, a boolean, null, bytes
   * (`Uint8Array`), or a list of any of these. Drivers pass every parameter through it. It escapes characters that a
   * database would not store unchanged (NUL and lone surrogates), which tables decode when they read. It converts
   * values for which the database has no type. It never throws.
   */
  toParameter(value: unknown): unknown
  /**
   * Whether `column` is one of `values`. The list is one parameter, so the text is the same for any number of values.
   */
  isOneOf(column: Expression<unknown>, values: readonly (string | number)[], type: ListType): Expression<SqlBool>
  /** Whether the text of `column` contains `needle`, byte by byte: it is case-sensitive and has no wildcards. */
  contains(column: Expression<string>, needle: string): Expression<SqlBool>
  /**
   * Whether the JSON array of texts in `column`, itself stored as text, contains any of `values`; false for an empty
   * list.
   */
  sharesElement(column: Expression<string>, values: readonly string[]): Expression<SqlBool>
  /** Returns the values of a list as rows, to select from as `element`, in any order. The list is one parameter. */
  elements<Value extends string | number>(
    values: readonly Value[],
    type: ListType,
  ): AliasedRawBuilder<{ readonly value: Value }, 'element'>
  /**
   * Returns rows as a table (as `added`) to select from. They are one parameter: `lists` is the JSON text of a list of
   * lists, as `listsText` returns it. `columns` declares the column for each place in those lists.
   */
  rows<Columns extends RowColumns>(lists: string, columns: Columns): AliasedRawBuilder<RowOf<Columns>, 'added'>
  /**
   * The number of rows that one statement reads if they may be large. It is for databases in this process, which return
   * all rows of a statement in one event-loop tick. Missing if rows arrive in parts from another process.
   */
  readonly largeRowsAtOnce?: number
  /** Whether a `with` clause may change rows, so that dependent changes can be one statement. */
  readonly canChangeInWith: boolean
  /**
   * The clause that locks the selected rows until the transaction ends; empty if there is only one writer at a time.
   */
  readonly rowLock: string
  /**
   * Waits until no other transaction locks the same text, and locks it until the transaction ends. It is for places
   * without a row, which a row lock cannot lock. Missing if there is only one writer at a time.
   */
  readonly textLock?: (text: string) => AliasedRawBuilder<unknown, 'held'>
}

/** The type of the values in a list that is one parameter: texts, or integers of 64 bits. */
export type ListType = 'text' | 'bigint'

/** The columns of rows that are one parameter, in the order of their values. */
export type RowColumns = { readonly [column: string]: ListType }

export type RowOf<Columns extends RowColumns> = {
  readonly [Column in keyof Columns]: Columns[Column] extends 'bigint' ? number : string
}

/** Words for the column types in `create table`. */
export interface ColumnTypes {
  /** Text that is compared and sorted by its UTF-8 bytes, not by the rules of a language. */
  readonly text: string
  /** An integer of 64 bits, of which 53 are used. It is returned as a JavaScript number. */
  readonly integer: string
  /** Returned as a boolean, or as 0 and 1. */
  readonly boolean: string
  /** Returned as a `Uint8Array`, such as a `Buffer`. */
  readonly bytes: string
  /** An integer key that the database counts up. It never assigns a number twice, even after its row was deleted. */
  readonly id: string
  /** An integer that the database counts up, but that is not a key and has no index on it alone. */
  readonly sequence: string
  /** The text after the closing bracket of `create table`. */
  readonly tableOptions: string
  /** The text for tables of short rows that consist mostly of their key, so that the key is not stored twice. */
  readonly keyTableOptions: string
  /**
   * Returns SQL for the first 254 characters, in lower case, of the text in `field` of the JSON object in `column`. It
   * is empty if there is no such text, or if the database cannot read the document. With it, a migration gives existing
   * rows the values that new rows are written with.
   */
  lowerText(column: string, field: string): string
  /**
   * Returns statements that make the database refuse to change or remove rows of a table, whichever client connects.
   */
  keepRows(table: string): readonly string[]
  /** Returns statements that allow changes again. */
  releaseRows(table: string): readonly string[]
}

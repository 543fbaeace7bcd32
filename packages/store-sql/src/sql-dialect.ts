import type { AliasedRawBuilder, DialectAdapter, Expression, QueryCompiler, SqlBool } from 'kysely'

/**
 * The few things that databases say differently. `sqliteDialect` and `postgresDialect` are there, and serve whatever
 * speaks as these do; another is made from the nearer one: `{ ...postgresDialect, contains: … }`. All queries count on
 * what both have: `on conflict`, `returning`, row values, and texts that are compared by their bytes.
 */
export interface SqlDialect {
  /** Whose words `copyDatabase` asks for columns and counters in, and how it sends many rows at once. */
  readonly name: 'sqlite' | 'postgres'
  /** What stands in `create table`. Migrations are text without parameters, made with these words. */
  readonly columnTypes: ColumnTypes
  /** Kysely's adapter: what its builder may use. It never connects, and is asked for nothing else. */
  createAdapter(): DialectAdapter
  /** Kysely's compiler: how names are quoted and parameters are written. A statement is compiled once a store. */
  createQueryCompiler(): QueryCompiler
  /**
   * What to bind for a value of a query, which is a text, a number up to 2⁵³, a boolean, null, bytes (`Uint8Array`), or a
   * list of any of these. Drivers send every parameter through it. It escapes what a database would not keep as it is
   * (NUL and halves of surrogate pairs), which tables undo when they read, and turns what the database has no type for
   * into what it has. It never throws.
   */
  toParameter(value: unknown): unknown
  /** Whether `column` is one of `values`, which travel as one parameter, so that the text is the same for any number. */
  isOneOf(column: Expression<unknown>, values: readonly (string | number)[], type: ListType): Expression<SqlBool>
  /** Whether the text of `column` contains `needle`, byte by byte: case counts, and no character is a pattern. */
  contains(column: Expression<string>, needle: string): Expression<SqlBool>
  /** Whether the JSON array of texts in `column`, itself a text, has any of `values`; none of them lets nothing through. */
  sharesElement(column: Expression<string>, values: readonly string[]): Expression<SqlBool>
  /** The values of a list as rows, to select from as `element`, in any order; they travel as one parameter. */
  elements<Value extends string | number>(
    values: readonly Value[],
    type: ListType,
  ): AliasedRawBuilder<{ readonly value: Value }, 'element'>
  /**
   * Rows as a table (as `added`), to select from. They travel as one parameter: `lists` is the JSON text of a list of
   * lists that `listsText` made, and `columns` says what stands at each place of those.
   */
  rows<Columns extends RowColumns>(lists: string, columns: Columns): AliasedRawBuilder<RowOf<Columns>, 'added'>
  /**
   * How many rows that may be large are asked for at once, where all rows of a statement are there in one turn of this
   * process. Missing where they come bit by bit, from another one.
   */
  readonly largeRowsAtOnce?: number
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

/** What a list that travels as one parameter is made of: texts, or whole numbers of 64 bits. */
export type ListType = 'text' | 'bigint'

/** The columns of rows that travel as a parameter, in the order of their values. */
export type RowColumns = { readonly [column: string]: ListType }

export type RowOf<Columns extends RowColumns> = {
  readonly [Column in keyof Columns]: Columns[Column] extends 'bigint' ? number : string
}

/** Words for the column types in `create table`. */
export interface ColumnTypes {
  /** Text compared and ordered by its bytes as UTF-8, never by the rules of a language. */
  readonly text: string
  /** A whole number of 64 bits, of which 53 are used; it is answered as a JavaScript number. */
  readonly integer: string
  /** Answered as a boolean, or as 0 and 1. */
  readonly boolean: string
  /** Answered as a `Uint8Array`, of which a `Buffer` is one. */
  readonly bytes: string
  /** An integer key that the database counts up and never gives twice, also not after its row was deleted. */
  readonly id: string
  /** An integer that the database counts up, which is no key: no index has it alone. */
  readonly sequence: string
  /** What stands behind the closing bracket of `create table`. */
  readonly tableOptions: string
  /** The same for a table of short rows that are little more than their key: there shall be no second copy of it. */
  readonly keyTableOptions: string
  /**
   * The first 254 characters, in lower case, of the text at `field` of the JSON object in the column; empty where there
   * is none, or where the database cannot read the document. Rows that are there before a migration are given what newer
   * ones are written with.
   */
  lowerText(column: string, field: string): string
  /** Statements that make the database refuse to change or remove rows of a table, whoever asks. */
  keepRows(table: string): readonly string[]
  /** Statements that let them be changed again. */
  releaseRows(table: string): readonly string[]
}

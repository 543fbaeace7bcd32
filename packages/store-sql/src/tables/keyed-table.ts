import { type Kysely, type SqlBool, sql } from 'kysely'
import type { SqlContext } from '../sql-context.ts'

/** A table whose rows are found by, and iterated in the order of, a text: persons of a project, groups of a type. */
export interface KeyedTable {
  readonly name: 'persons' | 'groups'
  /** The owner of the rows: the columns of the primary key except the last. */
  readonly scope: readonly (keyof KeyedScope)[]
  /** The text; the last column of the primary key. */
  readonly key: string
}

/** The values of the columns in `scope`. */
export interface KeyedScope {
  readonly project_id: number
  readonly group_type_index?: number
}

/** Any table and any column; a `KeyedTable` declares which exist. */
export type AnySchema = Record<string, Record<string, string | number>>

export function looselyTyped({ db }: SqlContext): Kysely<AnySchema> {
  return db as unknown as Kysely<AnySchema> // the builder does not depend on its types at run time
}

/** Whether a row is in the scope. */
export function isInScope({ scope }: KeyedTable, p: KeyedScope) {
  const conditions = scope.map((column) => sql`${sql.ref(column)} = ${p[column]}`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

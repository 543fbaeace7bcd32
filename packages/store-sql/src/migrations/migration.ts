import type { ColumnTypes, SqlDialect } from '../sql-dialect.ts'
import type { SqlConnection } from '../sql-driver.ts'

/** One step of the schema. Once released it is never edited: what comes after is a new one. */
export interface Migration {
  /** A number of four digits and what the step brings, such as `0001-initial`. */
  readonly name: string
  statements(type: ColumnTypes): readonly string[]
  /** Changes stored rows in ways that SQL alone cannot. It runs after the statements, in their transaction. */
  changeRows?(connection: SqlConnection, dialect: SqlDialect): Promise<void>
}

import type { ColumnTypes, SqlDialect } from '../sql-dialect.ts'
import type { SqlConnection } from '../sql-driver.ts'

/** One step of the schema. A released step is never edited; changes need another step. */
export interface Migration {
  /** Four digits and the content of the step, such as `0001-initial`. */
  readonly name: string
  statements(type: ColumnTypes): readonly string[]
  /** Changes stored rows in ways that SQL alone cannot. It runs after the statements, in their transaction. */
  changeRows?(connection: SqlConnection, dialect: SqlDialect): Promise<void>
}

import type { ColumnTypes } from '../sql-dialect.ts'

/** One step of the schema. Once released it is never edited: what comes after is a new one. */
export interface Migration {
  /** A number of four digits and what the step brings, such as `0001-initial`. */
  readonly name: string
  statements(type: ColumnTypes): readonly string[]
}

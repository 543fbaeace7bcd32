import { sql } from 'kysely'
import { NotMigrated } from '../not-migrated.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlConnection, SqlDriver } from '../sql-driver.ts'

/** The record of a copy in its target. */
export interface CopyRecord {
  /** Identifies the source, wherever it is now. */
  readonly source: string
  /** Only the copy that wrote this last may continue. */
  readonly run: string
  /** The sums of all tables when the copy was finished; null before. */
  readonly sums: string | null
}

const TABLE = sql.table('flagdeck_copies')

/** Returns the record of a database; undefined if it was never the target of a copy. */
export function findCopyRecord(driver: SqlDriver, context: SqlContext): Promise<CopyRecord | undefined> {
  return driver
    .read((connection) => readRecord(connection, context))
    .catch((error: unknown) => {
      if (error instanceof NotMigrated) return undefined
      throw error
    })
}

async function readRecord(connection: SqlConnection, { db }: SqlContext): Promise<CopyRecord | undefined> {
  const { rows } = await connection.execute(sql`select source, run, sums from ${TABLE}`.compile(db))
  return rows[0] as CopyRecord | undefined // the columns that were just selected
}

/** Replaces the record. The table is created only by copies, so other databases do not have it. */
export async function writeCopyRecord(
  connection: SqlConnection,
  { db, dialect }: SqlContext,
  { source, run, sums }: CopyRecord,
): Promise<void> {
  const { text, tableOptions } = dialect.columnTypes
  const statements = [
    sql.raw(`create table if not exists flagdeck_copies (
      source ${text} not null primary key, run ${text} not null, sums ${text})${tableOptions}`),
    sql`delete from ${TABLE}`,
    sql`insert into ${TABLE} (source, run, sums) values (${source}, ${run}, ${sums})`,
  ]
  for (const statement of statements) await connection.execute(statement.compile(db))
}

/**
 * Whether `run` is still the current copy to the target. If it is, no other copy can start until the transaction ends.
 */
export async function holdsTarget(
  connection: SqlConnection,
  { db, dialect }: SqlContext,
  run: string,
): Promise<boolean> {
  const held = sql`select run from ${TABLE} where run = ${run} ${sql.raw(dialect.rowLock)}`
  const { rows } = await connection.execute(held.compile(db))
  return rows.length > 0
}

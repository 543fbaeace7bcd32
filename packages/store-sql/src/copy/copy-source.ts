import { sql } from 'kysely'
import { pendingMigrations } from '../migrations/migrate.ts'
import { type SqlContext, sqlContext } from '../sql-context.ts'
import type { SqlConnection, SqlDriver } from '../sql-driver.ts'
import { COPIED_TABLES } from './copied-tables.ts'
import { CopyProblem } from './copy-problem.ts'
import { type Counters, readCounters } from './counters.ts'
import { type TableColumns, tableColumns } from './table-columns.ts'

/** One state of the database that is copied. */
export interface CopySource {
  readonly connection: SqlConnection
  readonly context: SqlContext
  readonly columns: ReadonlyMap<string, TableColumns>
  readonly counters: Counters
  /** The number of rows in all tables. */
  readonly total: number
  /** Identifies the database, wherever it is: the id of its oldest organization. */
  readonly identity: string
}

/** Reads the facts about the source. It changes nothing, so a driver may run it twice. */
export async function openSource(driver: SqlDriver, connection: SqlConnection): Promise<CopySource> {
  const context = sqlContext(driver.dialect)
  const columns = new Map<string, TableColumns>()
  let total = 0
  for (const table of COPIED_TABLES) {
    columns.set(table.name, await tableColumns(connection, context, table))
    total += await countRows(connection, context, table.name)
  }
  const identity = await findIdentity(connection, context)
  return { connection, context, columns, total, identity, counters: await readCounters(connection, context) }
}

async function countRows(connection: SqlConnection, { db }: SqlContext, table: string): Promise<number> {
  const { rows } = await connection.execute(sql`select count(*) as n from ${sql.table(table)}`.compile(db))
  return (rows[0] as { readonly n: number }).n // a count is one row
}

async function findIdentity(connection: SqlConnection, { db }: SqlContext): Promise<string> {
  const oldest = db.selectFrom('organizations').select('id').orderBy('created_at').orderBy('id').limit(1)
  const { rows } = await connection.execute(oldest.compile())
  const organization = rows[0] as { readonly id: string } | undefined // as selected
  if (organization) return organization.id
  throw new CopyProblem('The source is empty: there is nothing to copy.')
}

/** @throws CopyProblem if the source does not have the schema of this release */
export async function refuseOldSource(driver: SqlDriver): Promise<void> {
  const pending = await pendingMigrations(driver)
  if (pending.length === 0) return
  throw new CopyProblem(
    `The schema of the source is older than this release (pending migrations: ${pending.join(', ')}): run "flagdeck migrate" on it.`,
  )
}

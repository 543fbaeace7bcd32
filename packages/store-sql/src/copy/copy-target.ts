import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { allMigrations } from '../migrations/all-migrations.ts'
import { applyNext, migrate, pendingMigrations } from '../migrations/migrate.ts'
import { UNFINISHED_COPY } from '../migrations/unfinished-copy.ts'
import { type SqlContext, sqlContext } from '../sql-context.ts'
import type { SqlConnection, SqlDriver } from '../sql-driver.ts'
import { COPIED_TABLES } from './copied-tables.ts'
import { CopyProblem } from './copy-problem.ts'
import { findCopyRecord, holdsTarget, writeCopyRecord } from './copy-record.ts'

/** Tables whose rows the database protects from changes. Only a copy may rewrite them. */
const KEPT_TABLES = ['activity', 'organization_activity']

const WHILE_FILLED = [...allMigrations, UNFINISHED_COPY]

/** A database to which only one copy may write. */
export interface CopyTarget {
  readonly context: SqlContext
  /** Whether the database was never the target of a copy. */
  readonly isNew: boolean
  read<T>(work: (connection: SqlConnection) => Promise<T>): Promise<T>
  /** @throws CopyProblem if another copy has taken over the target */
  write(work: (connection: SqlConnection) => Promise<void>): Promise<void>
  /**
   * Allows stores to open the database, and records the sums of its content.
   * @throws CopyProblem if another copy has taken over the target
   */
  release(sums: string): Promise<void>
}

/**
 * Claims a database for a copy of `source`. Migrates it to the schema of this release, and prevents every store from
 * opening it until it is released.
 * @param readSums returns the sums of the content of the database
 * @throws CopyProblem if the database has data that a copy would overwrite
 */
export async function claimTarget(
  driver: SqlDriver,
  source: string,
  readSums: () => Promise<string>,
): Promise<CopyTarget> {
  const context = sqlContext(driver.dialect)
  const isBeingFilled = !(await pendingMigrations(driver, WHILE_FILLED)).includes(UNFINISHED_COPY.name)
  await migrate(driver, isBeingFilled ? WHILE_FILLED : allMigrations)
  const record = await findCopyRecord(driver, context)
  if (record) await refuseForeign(record, source, readSums)
  const run = randomUUID()
  await driver.writeAlone(async (connection) => {
    if (!record) await refuseFilled(connection, context)
    await writeCopyRecord(connection, context, { source, run, sums: null })
    await runAll(connection, KEPT_TABLES.flatMap(context.dialect.columnTypes.releaseRows))
    // In the same transaction as the record. Otherwise a store could open a database with a record, and a copy would
    // overwrite its changes.
    await applyNext(connection, driver, WHILE_FILLED)
  })
  return claimedTarget(driver, context, { source, run }, !record)
}

/** @param claim the content of the record while no other copy has taken over the target */
function claimedTarget(
  driver: SqlDriver,
  context: SqlContext,
  claim: { readonly source: string; readonly run: string },
  isNew: boolean,
): CopyTarget {
  const refuseLost = async (connection: SqlConnection) => {
    if (await holdsTarget(connection, context, claim.run)) return
    throw new CopyProblem('Another copy to the same database has started: this copy stops.')
  }
  return {
    context,
    isNew,
    read: (work) => driver.read(work),
    write: (work) =>
      driver.write(async (connection) => {
        await refuseLost(connection)
        await work(connection)
      }),
    release: (sums) =>
      driver.writeAlone(async (connection) => {
        await refuseLost(connection)
        await writeCopyRecord(connection, context, { ...claim, sums })
        await runAll(connection, KEPT_TABLES.flatMap(context.dialect.columnTypes.keepRows))
        const { name } = UNFINISHED_COPY
        await connection.execute(sql`delete from flagdeck_migrations where name = ${name}`.compile(context.db))
      }),
  }
}

async function refuseForeign(
  record: { readonly source: string; readonly sums: string | null },
  source: string,
  readSums: () => Promise<string>,
): Promise<void> {
  if (record.source !== source) {
    throw new CopyProblem('The target is a copy of another database: choose an empty database.')
  }
  if (record.sums !== null && record.sums !== (await readSums())) {
    throw new CopyProblem(
      'The target was changed since it was copied, and another copy would revert those changes: choose an empty database.',
    )
  }
}

async function refuseFilled(connection: SqlConnection, { db }: SqlContext): Promise<void> {
  for (const { name } of COPIED_TABLES) {
    const { rows } = await connection.execute(sql`select 1 as one from ${sql.table(name)} limit 1`.compile(db))
    if (rows.length === 0) continue
    throw new CopyProblem(`The target already has data (in ${name}): choose an empty database.`)
  }
}

async function runAll(connection: SqlConnection, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await connection.execute({ sql: statement, parameters: [] })
}

import { type MigrationReport, StoreTooNew, timestampOf } from '@flagdeck/core/store'
import { NotMigrated } from '../not-migrated.ts'
import type { ColumnTypes } from '../sql-dialect.ts'
import type { SqlConnection, SqlDriver } from '../sql-driver.ts'
import { allMigrations } from './all-migrations.ts'
import type { Migration } from './migration.ts'
import { UNFINISHED_COPY, UnfinishedCopy } from './unfinished-copy.ts'

/**
 * Migrates the schema to `migrations`. Each step is a transaction that excludes all other processes, and determines
 * itself which step is missing. Two processes therefore share the work, and after an interruption the next call
 * continues.
 */
export async function migrate(driver: SqlDriver, migrations = allMigrations): Promise<MigrationReport> {
  // If no step is missing, this takes no lock and needs no permission to create tables (PG-18).
  if ((await pendingMigrations(driver, migrations)).length === 0) return { applied: [] }
  const applied: string[] = []
  for (;;) {
    const name = await driver.writeAlone((connection) => applyNext(connection, driver, migrations))
    if (name === undefined) return { applied }
    applied.push(name)
  }
}

/**
 * Returns the names of the migrations that {@link migrate} would apply.
 * @throws StoreTooNew if the database has one that is not among them
 */
export async function pendingMigrations(driver: SqlDriver, migrations = allMigrations): Promise<readonly string[]> {
  const applied = await driver.read(appliedNames).catch((error: unknown): readonly string[] => {
    if (error instanceof NotMigrated) return []
    throw error
  })
  refuseUnknown(applied, migrations)
  return migrations.map(({ name }) => name).filter((name) => !applied.includes(name))
}

/** Applies the first missing migration in the open transaction, and returns its name. */
export async function applyNext(
  connection: SqlConnection,
  { dialect }: Pick<SqlDriver, 'dialect'>,
  migrations: readonly Migration[],
): Promise<string | undefined> {
  await run(connection, createMigrationsTable(dialect.columnTypes))
  const known = await appliedNames(connection)
  refuseUnknown(known, migrations)
  const next = migrations.find(({ name }) => !known.includes(name))
  if (!next) return undefined
  for (const statement of next.statements(dialect.columnTypes)) await run(connection, statement)
  await next.changeRows?.(connection, dialect)
  // The name is defined here and the time has a fixed form, so both can be in the text.
  await run(
    connection,
    `insert into flagdeck_migrations (name, applied_at) values ('${next.name}', '${timestampOf(Date.now())}')`,
  )
  return next.name
}

/** Returns the statement for the table of applied migrations. */
export function createMigrationsTable({ text, tableOptions }: ColumnTypes): string {
  return `-- Which migrations this database has.
create table if not exists flagdeck_migrations (
  name ${text} not null primary key,
  applied_at ${text} not null
)${tableOptions}`
}

async function appliedNames(connection: SqlConnection): Promise<readonly string[]> {
  const { rows } = await connection.execute({ sql: 'select name from flagdeck_migrations', parameters: [] })
  return (rows as readonly { name: string }[]).map(({ name }) => name)
}

function refuseUnknown(applied: readonly string[], migrations: readonly Migration[]): void {
  const unknown = applied.find((name) => !migrations.some((migration) => migration.name === name))
  if (unknown === undefined) return
  if (unknown === UNFINISHED_COPY.name) throw new UnfinishedCopy()
  throw new StoreTooNew(
    `The database was migrated by a newer release of Flagdeck (it has "${unknown}"): start that release or a newer one, or restore a backup made before the upgrade.`,
  )
}

async function run(connection: SqlConnection, sql: string): Promise<void> {
  await connection.execute({ sql, parameters: [] })
}

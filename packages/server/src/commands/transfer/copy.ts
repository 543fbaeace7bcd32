import { existsSync } from 'node:fs'
import { StoreUnavailable } from '@flagdeck/core'
import { CopyProblem, type CopyReport, copyDatabase, type SqlDriver } from '@flagdeck/store-sql'
import { type OpenOptions, openDriver } from '../../open-database.ts'
import { type DatabaseLocation, databaseLocation, describeDatabase } from '../../settings/database-url.ts'
import { refusalOf } from '../../settings/setting.ts'
import type { CommandOutput } from '../command-output.ts'
import { CommandProblem } from '../command-problem.ts'
import { textTable } from '../text-table.ts'
import { untilInterrupted } from '../until-interrupted.ts'
import { progressReporter } from './report-progress.ts'

export interface CopyFlags {
  readonly from: string
  readonly to: string
}

/** `flagdeck copy --from URL --to URL`: copies the whole database to another one, with all ids. */
export async function copy(flags: CopyFlags): Promise<CommandOutput> {
  const [from, to] = [parseLocation('--from', flags.from), parseLocation('--to', flags.to)]
  if (await isSame(from, to)) {
    throw new CommandProblem('--from and --to are the same database: choose another target.', 2)
  }
  // Opening a missing file would create it.
  if (from.kind === 'sqlite' && !existsSync(from.path))
    throw new CommandProblem(`There is no database at ${from.path}: check the path in --from.`)
  const report = await withDriver('--from', from, { asItIs: true }, (source) =>
    withDriver('--to', to, {}, (target) => copyBetween(source, target)),
  )
  return { data: copyData(from, to, report), text: copyText(to, report) }
}

function parseLocation(flag: string, text: string): DatabaseLocation {
  const { data: location, error } = databaseLocation.schema.safeParse(text)
  if (!location) {
    const refusal = refusalOf(error)
    const sentence = refusal ? `cannot be used: ${refusal}` : `must be ${databaseLocation.allowed}.`
    throw new CommandProblem(`${flag} ${sentence}`, 2)
  }
  if (location.kind === 'sqlite' && location.path === ':memory:') {
    throw new CommandProblem(
      `${flag} is an in-memory database, which exists only in the process that uses it: choose a file.`,
      2,
    )
  }
  return location
}

/** Whether both locations are the same database. Links and different spellings of a path can lead to the same file. */
async function isSame(from: DatabaseLocation, to: DatabaseLocation): Promise<boolean> {
  if (describeDatabase(from) === describeDatabase(to)) return true
  if (from.kind !== 'sqlite' || to.kind !== 'sqlite' || !existsSync(from.path) || !existsSync(to.path)) return false
  const { isSamePlace, placeOf } = await import('@flagdeck/store-sqlite')
  return isSamePlace(placeOf(from.path), placeOf(to.path))
}

/** Opens the source or the target. Checks it first, so that an error names the option. */
async function withDriver<T>(
  flag: string,
  location: DatabaseLocation,
  options: OpenOptions,
  work: (driver: SqlDriver) => Promise<T>,
): Promise<T> {
  const driver = await openDriver(location, { ...options, patient: true })
  try {
    await driver.ping().catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable)) throw error
      const reason = error.message.replace(/\.$/, '')
      throw new CommandProblem(`The ${flag} database ${describeDatabase(location)} cannot be used: ${reason}.`)
    })
    return await work(driver)
  } finally {
    await driver.close()
  }
}

async function copyBetween(source: SqlDriver, target: SqlDriver): Promise<CopyReport> {
  const { report, end } = progressReporter()
  try {
    return await untilInterrupted((signal) =>
      copyDatabase(source, target, {
        signal,
        onProgress: ({ phase, table, rows, total }) =>
          report({ step: `${phase} ${table}`, done: rows, total, unit: 'rows' }),
      }),
    )
  } catch (error) {
    throw error instanceof CopyProblem ? new CommandProblem(error.message) : error
  } finally {
    end()
  }
}

function copyData(from: DatabaseLocation, to: DatabaseLocation, { continued, tables }: CopyReport) {
  return {
    from: describeDatabase(from),
    to: describeDatabase(to),
    continued,
    rows: rowsOf(tables),
    tables: tables.map((table) => ({ ...table })),
  }
}

function copyText(to: DatabaseLocation, { tables }: CopyReport): string {
  const filled = tables.filter(({ rows, removed }) => rows + removed > 0)
  const lines = filled.map((table) => [
    table.name,
    ...[table.rows, table.inserted, table.updated, table.removed].map(String),
  ])
  return [
    textTable([['TABLE', 'ROWS', 'INSERTED', 'UPDATED', 'REMOVED'], ...lines]),
    '',
    `Copied ${rowsOf(tables)} rows to ${describeDatabase(to)} and verified them. To use it, set DATABASE_URL to it and start the server.`,
  ].join('\n')
}

function rowsOf(tables: CopyReport['tables']): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0)
}

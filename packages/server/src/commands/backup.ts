import { existsSync, realpathSync } from 'node:fs'
import type { DatabaseLocation } from '../settings/database-url.ts'
import type { Settings } from '../settings/settings.ts'
import type { CommandOutput } from './command-output.ts'
import { CommandProblem } from './command-problem.ts'
import { progressReporter } from './report-progress.ts'
import { untilInterrupted } from './until-interrupted.ts'
import { requireDatabase } from './with-deck.ts'

export interface BackupFlags {
  readonly overwrite?: boolean
}

/** `flagdeck backup FILE`: copies a SQLite database that may be in use. */
export async function backup(
  file: string,
  { overwrite = false }: BackupFlags,
  { databaseUrl }: Pick<Settings, 'databaseUrl'>,
): Promise<CommandOutput> {
  const path = sqlitePath(databaseUrl)
  requireDatabase(databaseUrl)
  refuseTaken(file, path, overwrite)
  const { report, end } = progressReporter()
  try {
    const { backupDatabase } = await import('@flagdeck/store-sqlite')
    const { bytes } = await untilInterrupted((signal) =>
      backupDatabase(path, file, {
        signal,
        onProgress: ({ pages, total }) => report({ step: `copying to ${file}`, done: pages, total, unit: 'pages' }),
      }),
    )
    return {
      data: { database: path, file, bytes, verified: true },
      text: `${file} is a sound copy of ${path} (${bytes.toLocaleString('en-US')} bytes). To restore it, start the server on a copy of it.`,
    }
  } finally {
    end()
  }
}

function sqlitePath(location: DatabaseLocation): string {
  if (location.kind === 'postgres') {
    throw new CommandProblem(
      'A PostgreSQL database is backed up with its own tool: pg_dump --format=custom --file=FILE "$DATABASE_URL".',
      2,
    )
  }
  if (location.path !== ':memory:') return location.path
  throw new CommandProblem('A database in memory ends with its process: there is nothing to back up.', 2)
}

function refuseTaken(file: string, database: string, overwrite: boolean): void {
  if (!existsSync(file)) return
  if (realpathSync(file) === realpathSync(database)) {
    throw new CommandProblem(`${file} is the database itself: name another file.`, 2)
  }
  if (overwrite) return
  throw new CommandProblem(`There is a file ${file} already: name another, or replace it with --overwrite.`)
}

import type { DatabaseLocation } from '../../settings/database-url.ts'
import type { Settings } from '../../settings/settings.ts'
import type { CommandOutput } from '../command-output.ts'
import { CommandProblem } from '../command-problem.ts'
import { placeProblem } from '../place-problem.ts'
import { untilInterrupted } from '../until-interrupted.ts'
import { requireDatabase } from '../with-deck.ts'
import { progressReporter } from './report-progress.ts'

export interface BackupFlags {
  readonly overwrite?: boolean
}

/** `flagdeck backup FILE`: copies a SQLite database that may be in use. */
export async function backup(
  file: string,
  { overwrite = false }: BackupFlags,
  { databaseUrl }: Pick<Settings, 'databaseUrl'>,
): Promise<CommandOutput> {
  if (/^(sqlite|postgres(ql)?):/.test(file)) {
    throw new CommandProblem('Name the backup file by its path, such as backup.db, not by a URL.', 2)
  }
  const path = sqlitePath(databaseUrl)
  requireDatabase(databaseUrl)
  const { backupDatabase, PlaceRefused } = await import('@flagdeck/store-sqlite')
  const { report, end } = progressReporter()
  try {
    const { bytes } = await untilInterrupted((signal) =>
      backupDatabase(path, file, {
        signal,
        overwrite,
        onProgress: ({ pages, total }) => report({ step: `copying to ${file}`, done: pages, total, unit: 'pages' }),
      }),
    )
    return {
      data: { database: path, file, bytes, verified: true },
      text: `Backed up ${path} to ${file} (${bytes.toLocaleString('en-US')} bytes, verified). To restore it, start the server with a copy of this file.`,
    }
  } catch (error) {
    throw error instanceof PlaceRefused ? placeProblem(error) : error
  } finally {
    end()
  }
}

function sqlitePath(location: DatabaseLocation): string {
  if (location.kind === 'postgres') {
    throw new CommandProblem(
      'Use pg_dump to back up a PostgreSQL database: pg_dump --format=custom --file=FILE "$DATABASE_URL".',
      2,
    )
  }
  if (location.path !== ':memory:') return location.path
  throw new CommandProblem('An in-memory database cannot be backed up: it exists only in the process that uses it.', 2)
}

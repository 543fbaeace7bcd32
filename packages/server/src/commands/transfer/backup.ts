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
    throw new CommandProblem('A backup is named by a path alone, such as backup.db.', 2)
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
      text: `${file} is a sound copy of ${path} (${bytes.toLocaleString('en-US')} bytes). To restore it, start the server on a copy of it.`,
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
      'A PostgreSQL database is backed up with its own tool: pg_dump --format=custom --file=FILE "$DATABASE_URL".',
      2,
    )
  }
  if (location.path !== ':memory:') return location.path
  throw new CommandProblem('A database in memory ends with its process: there is nothing to back up.', 2)
}

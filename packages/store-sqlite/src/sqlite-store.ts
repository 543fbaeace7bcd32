import type { Store } from '@flagdeck/core'
import { refuseUnknownOptions } from '@flagdeck/core/operations'
import { sqlStore } from '@flagdeck/store-sql'
import { sqliteChangeBus } from './sqlite-change-bus.ts'
import { sqliteDriver } from './sqlite-driver.ts'
import type { SqliteOptions } from './sqlite-options.ts'

/**
 * Stores everything in one SQLite file, which several processes may share. They see each other's changes within a
 * second. Choose it for one machine; `:memory:` instead of a path stores nothing beyond the process. The file and its
 * directory are created if they are missing, accessible only to their owner.
 *
 * The store opens the file with the first call. Problems, such as a file that is not a database, make that call reject
 * with a `StoreUnavailable`, whose message states the fix.
 *
 * @param file the path as it is: no `~`, no URL and no parameters (EMBED-23)
 *
 * @example
 * const store = sqliteStore('data/flags.db')
 * await store.migrate()
 */
export function sqliteStore(file: string, options: SqliteOptions = {}): Store {
  const path = pathOf(file)
  refuseUnknownOptions('sqliteStore', options, OPTIONS)
  const store = sqlStore(sqliteDriver(path, options))
  // A database in memory belongs to its store, so no other process can change it.
  return path === ':memory:' ? store : { ...store, changeBus: (reports) => sqliteChangeBus(path, reports) }
}

const OPTIONS = Object.keys({
  synchronous: true,
  timeoutMs: true,
  asItIs: true,
  create: true,
  onCreate: true,
} satisfies Record<keyof SqliteOptions, true>)

/** Returns the path, or throws a TypeError: programs without types may pass any value (EMBED-23). */
function pathOf(file: unknown): string {
  // Only the driver removes spaces around the path; everything else would use another file.
  const path = typeof file === 'string' ? file.trim() : ''
  // SQLite treats an empty path as a private temporary database, which would be a different one for each connection.
  if (path === '') throw new TypeError('sqliteStore needs the path of a file, or ":memory:".')
  const scheme = /^(sqlite|file):/.exec(path)?.[0]
  if (scheme) throw new TypeError(`sqliteStore needs the path alone, without "${scheme}" before it.`)
  // Node does not expand `~` in a path: this one would create a directory of that name.
  if (path.startsWith('~')) throw new TypeError('sqliteStore needs a path without "~": join(homedir(), \'flags.db\').')
  if (/\?\w+=/.test(path)) {
    throw new TypeError(
      'sqliteStore needs a path without parameters: instead of "?mode=rw" take the option { create: false }.',
    )
  }
  return path
}

import type { Store } from '@flagdeck/core'
import { refuseUnknownOptions } from '@flagdeck/core/operations'
import { sqlStore } from '@flagdeck/store-sql'
import { sqliteChangeBus } from './sqlite-change-bus.ts'
import { sqliteDriver } from './sqlite-driver.ts'
import type { SqliteOptions } from './sqlite-options.ts'

/**
 * Keeps everything in one SQLite file, which several processes may share; they see each other's changes within a second. Choose it for one machine; `:memory:`
 * instead of a path keeps nothing after the process. The file and its directory are made when they are missing, for
 * their owner alone.
 *
 * Nothing is opened before the first call. What goes wrong then, such as a file that is not a database, is a
 * `StoreUnavailable` whose message says what to do.
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
  // A database in memory belongs to its store: there is nobody else whose changes it could hear of.
  return path === ':memory:' ? store : { ...store, changeBus: (reports) => sqliteChangeBus(path, reports) }
}

const OPTIONS = Object.keys({
  synchronous: true,
  timeoutMs: true,
  asItIs: true,
  create: true,
  onCreate: true,
} satisfies Record<keyof SqliteOptions, true>)

/** Anything may be given where no compiler looks (EMBED-23). */
function pathOf(file: unknown): string {
  // The driver would take the spaces around it away, and nothing else would.
  const path = typeof file === 'string' ? file.trim() : ''
  // SQLite takes an empty path for a private temporary database, which every connection would have its own of.
  if (path === '') throw new TypeError('sqliteStore needs the path of a file, or ":memory:".')
  const scheme = /^(sqlite|file):/.exec(path)?.[0]
  if (scheme) throw new TypeError(`sqliteStore needs the path alone, without "${scheme}" before it.`)
  // As in the rest of Node, a path is taken as it is: this one would make a directory of that name.
  if (path.startsWith('~')) throw new TypeError('sqliteStore needs a path without "~": join(homedir(), \'flags.db\').')
  if (/\?\w+=/.test(path)) {
    throw new TypeError(
      'sqliteStore needs a path without parameters: instead of "?mode=rw" take the option { create: false }.',
    )
  }
  return path
}

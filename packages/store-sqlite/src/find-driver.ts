import { join } from 'node:path'
import Database from 'better-sqlite3'

/**
 * Returns the file of the driver that this process uses, for loading it in a thread; undefined if it is not found.
 * Never returns another copy of the driver: two copies of SQLite in one process break each other's locks on a file.
 */
export function findDriver(places: readonly (string | undefined)[] = modulePlaces()): string | undefined {
  // Webpack would replace an import, because it resolves imports when it bundles.
  const { createRequire } = process.getBuiltinModule('node:module')
  for (const place of places) {
    try {
      const load = createRequire(place ?? '')
      const file = load.resolve('better-sqlite3')
      if (load(file) === Database) return file
    } catch {
      // The next place may have it.
    }
  }
  return undefined
}

/**
 * Files from which the driver may be found. In a CommonJS bundle, `import.meta.url` is empty. In a bundle of webpack,
 * it is a path on the machine of the build.
 */
function modulePlaces(): readonly (string | undefined)[] {
  const file = typeof __filename === 'string' ? __filename : undefined
  return [import.meta.url, file, process.argv[1], join(process.cwd(), 'index.js')]
}

import { join } from 'node:path'
import Database from 'better-sqlite3'

/**
 * The file of the driver that this process uses, for a thread to load; undefined where it is not found. Another copy of
 * it is not returned: two copies of SQLite in one process break each other's locks on a file.
 */
export function findDriver(places: readonly (string | undefined)[] = modulePlaces()): string | undefined {
  // An import of it would be replaced by webpack, which resolves what it can when it bundles.
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
 * Files whose imports may find the driver. In a bundle in CommonJS, `import.meta.url` is empty; in one of webpack it is
 * the path on the machine that built it.
 */
function modulePlaces(): readonly (string | undefined)[] {
  const file = typeof __filename === 'string' ? __filename : undefined
  return [import.meta.url, file, process.argv[1], join(process.cwd(), 'index.js')]
}

import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ConsoleFile, ConsoleFiles } from '@flagdeck/http'

/** Next to the built program, or, when run from the sources, in the output of the build. */
const PLACES = ['./console', '../dist/console'].map((place) => fileURLToPath(new URL(place, import.meta.url)))

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/**
 * Returns the files of the built console, read once. Pass them to the application that serves the API.
 * @throws Error if the console was not built
 * @example
 * const application = flagdeckApplication(deck.context, { console: consoleFiles() })
 */
export function consoleFiles(): ConsoleFiles {
  const folder = PLACES.find((place) => existsSync(join(place, 'index.html')))
  if (folder === undefined)
    throw new Error('The console is not built: run `npm run build` in the checkout of Flagdeck.')
  const built = new Set(filesBelow(folder))
  const served = [...built].filter((path) => extname(path) in CONTENT_TYPES)
  return new Map(served.map((path) => [path, consoleFile(folder, path, built)]))
}

/** Avoids patterns and recursive listings, which take Node longer than reading the files. */
function filesBelow(folder: string, below = ''): readonly string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = `${below}${entry.name}`
    return entry.isDirectory() ? filesBelow(folder, `${path}/`) : path
  })
}

function consoleFile(folder: string, path: string, built: ReadonlySet<string>): ConsoleFile {
  const read = (name: string) => (built.has(name) ? readFileSync(join(folder, name)) : undefined)
  const bytes = readFileSync(join(folder, path))
  const brotli = read(`${path}.br`)
  const gzip = read(`${path}.gz`)
  return {
    contentType: CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
    etag: `"${hash('sha256', bytes).slice(0, 32)}"`,
    isImmutable: path.startsWith('assets/'),
    bytes,
    ...(brotli ? { brotli } : {}),
    ...(gzip ? { gzip } : {}),
  }
}

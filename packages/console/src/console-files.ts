import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ConsoleFile, ConsoleFiles } from '@flagdeck/http'

/** Beside the built program; from the sources, where the build puts it. */
const PLACES = ['./console', '../dist/console'].map((place) => fileURLToPath(new URL(place, import.meta.url)))

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/**
 * The console as it was built, read once: give it to the application that serves the API.
 * @throws Error when it was not built
 * @example
 * const application = flagdeckApplication(deck.context, { console: consoleFiles() })
 */
export function consoleFiles(): ConsoleFiles {
  const folder = PLACES.find((place) => existsSync(join(place, 'index.html')))
  if (folder === undefined)
    throw new Error('The console is not built: run `npm run build` in the checkout of Flagdeck.')
  // Without patterns, whose parser would take longer to load than everything else here.
  const paths = readdirSync(folder, { encoding: 'utf8', recursive: true }).filter(
    (path) => extname(path) in CONTENT_TYPES,
  )
  return new Map(paths.map((path) => [path.replaceAll('\\', '/'), consoleFile(folder, path)]))
}

function consoleFile(folder: string, name: string): ConsoleFile {
  const path = join(folder, name)
  const bytes = readFileSync(path)
  const brotli = readIfThere(`${path}.br`)
  const gzip = readIfThere(`${path}.gz`)
  return {
    contentType: CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`,
    isImmutable: name.startsWith('assets'),
    bytes,
    ...(brotli ? { brotli } : {}),
    ...(gzip ? { gzip } : {}),
  }
}

function readIfThere(path: string): Uint8Array | undefined {
  return existsSync(path) ? readFileSync(path) : undefined
}

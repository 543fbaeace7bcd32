import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { BUILT_CONSOLE, buildConsole } from '../build/build-console.ts'

const KIB = 1024

/** The maximum that a browser loads before the first screen, in bytes of gzip. */
const BUDGETS = { js: 60 * KIB, css: 10 * KIB }

/** Builds the console, and validates the size of its first load (CONSOLE-6). */
export async function checkConsole() {
  await buildConsole()
  const loaded = firstLoad()
  const lines = Object.entries(BUDGETS).map(([kind, most]) => {
    const bytes = loaded
      .filter((path) => path.endsWith(`.${kind}`))
      .reduce((sum, path) => sum + compressedSize(path), 0)
    return { passed: bytes > 0 && bytes <= most, line: `${bytes} bytes of ${kind} at first, of at most ${most}` }
  })
  return { passed: lines.every(({ passed }) => passed), output: lines.map(({ line }) => line).join('\n') }
}

/** Returns the files that the page references, and those of its first screen. */
function firstLoad(): readonly string[] {
  const page = readFileSync(join(BUILT_CONSOLE, 'index.html'), 'utf8')
  return [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, path = '']) => path)
}

function compressedSize(path: string): number {
  return gzipSync(readFileSync(join(BUILT_CONSOLE, path)), { level: 9 }).byteLength
}

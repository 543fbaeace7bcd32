import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { inWorkspace } from '../workspace/source-files.ts'

const CONSOLE = inWorkspace('packages/console')

/** Where the console lies once it is built. */
export const BUILT_CONSOLE = join(CONSOLE, 'dist/console')

/**
 * What several screens are made of, in one file: each by itself would be a request of its own, and a browser has six at a
 * time. What is large, and of use to one or two screens, stays where these load it.
 */
const SHARED = { name: 'shared', test: /packages\/console\/src\/(parts|api|text)\/[^/]+$/, minShareCount: 2 }

/** Builds the console's static files, each beside its compressed forms. */
export async function buildConsole(): Promise<void> {
  await build({
    root: CONSOLE,
    configFile: false,
    logLevel: 'warn',
    base: './',
    // TypeScript's project file is for programs on Node; what runs in the browser has another.
    // A build started by tests is the one that is published: without the places of its sources.
    mode: 'production',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
    build: {
      outDir: BUILT_CONSOLE,
      emptyOutDir: true,
      target: 'es2023',
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: {
        // On a busy machine it would say which of its plugins took long.
        checks: { pluginTimings: false },
        input: ['index.html', 'reference.html'].map((page) => join(CONSOLE, page)),
        output: { codeSplitting: { groups: [SHARED] } },
      },
    },
  })
  for (const path of globSync('**/*.{html,js,css,svg}', { cwd: BUILT_CONSOLE })) compressFile(join(BUILT_CONSOLE, path))
}

/** The server finds the console beside its own program. */
export function copyConsole(directory: string): void {
  const target = join(directory, 'dist/console')
  rmSync(target, { recursive: true, force: true })
  cpSync(BUILT_CONSOLE, target, { recursive: true })
}

function compressFile(path: string): void {
  const bytes = readFileSync(path)
  const forms = {
    br: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    gz: gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }),
  }
  for (const [extension, compressed] of Object.entries(forms)) {
    if (compressed.length < bytes.length) writeFileSync(`${path}.${extension}`, compressed)
  }
}

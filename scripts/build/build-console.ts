import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { inWorkspace } from '../workspace/source-files.ts'

const CONSOLE = inWorkspace('packages/console')

/** The folder of the built console. */
export const BUILT_CONSOLE = join(CONSOLE, 'dist/console')

/**
 * Puts modules that several screens use into one file: each separate file would be a request, and browsers send six at
 * a time. Large modules for one or two screens stay where these load them.
 */
const SHARED = { name: 'shared', test: /packages\/console\/src\/(parts|api|text)\/[^/]+$/, minShareCount: 2 }

/** Builds the console's static files, each with its compressed forms. */
export async function buildConsole(): Promise<void> {
  await build({
    root: CONSOLE,
    configFile: false,
    logLevel: 'warn',
    base: './',
    // TypeScript's project file is for programs on Node; code for the browser has another one. The build in tests is
    // the published one: without the paths of its sources.
    mode: 'production',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
    build: {
      outDir: BUILT_CONSOLE,
      emptyOutDir: true,
      target: 'es2023',
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: {
        // On a busy machine it would report which of its plugins took long.
        checks: { pluginTimings: false },
        input: ['index.html', 'reference.html'].map((page) => join(CONSOLE, page)),
        output: { codeSplitting: { groups: [SHARED] } },
      },
    },
  })
  for (const path of globSync('**/*.{html,js,css,svg}', { cwd: BUILT_CONSOLE })) compressFile(join(BUILT_CONSOLE, path))
}

/** Copies the console next to the program of the server, where the server finds it. */
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

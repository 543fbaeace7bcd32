// Prints src/thread-source.ts; `pnpm generate` writes it. The JavaScript is a string, so that no compiler, bundler or
// loader of an application changes it, and that no bundle needs one file more.
import { readFileSync } from 'node:fs'
import { transformSync } from 'esbuild'

const program = readFileSync(new URL('../src/sqlite-thread.ts', import.meta.url), 'utf8')
const { code } = transformSync(program, { loader: 'ts', target: 'node22.18' })

process.stdout.write(`
// Written by \`pnpm generate\` from sqlite-thread.ts; do not edit.

/** The program of the thread, as JavaScript for a CommonJS module. */
export const THREAD_SOURCE = [
${code
  .trimEnd()
  .split('\n')
  .map((line) => `  ${JSON.stringify(line)},`)
  .join('\n')}
].join('\\n')
`)

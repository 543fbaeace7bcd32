import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

const COMPILER = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  module: 'nodenext',
  target: 'es2024',
  lib: ['es2024', 'dom'],
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
  allowImportingTsExtensions: true,
  skipLibCheck: true,
}

/** The folders of the packages that the programs import. */
const PACKAGES = {
  '@flagdeck/core': 'packages/core',
  'posthog-js': 'node_modules/posthog-js',
  'posthog-node': 'node_modules/posthog-node',
  '@openfeature/server-sdk': 'packages/http-node/node_modules/@openfeature/server-sdk',
  '@openfeature/web-sdk': 'packages/http-node/node_modules/@openfeature/web-sdk',
}

/**
 * Compiles a program next to `flags.ts` with the workspace's compiler and the types of the published clients. Returns
 * the numbers of the lines with errors, from 1.
 */
export function wrongLines(folder: string, program: string): readonly number[] {
  for (const [name, place] of Object.entries(PACKAGES)) link(join(folder, 'node_modules', name), join(root, place))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'uses.ts'), program)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER, files: ['uses.ts'] }))
  const tsc = join(root, 'node_modules/.bin/tsc')
  const { stdout } = spawnSync(tsc, ['-p', folder, '--pretty', 'false'], { encoding: 'utf8' })
  const problems = stdout.split('\n').filter((line) => /error TS\d+/.test(line))
  const lines = problems.map((line) => Number(/uses\.ts\((\d+),/.exec(line)?.[1] ?? Number.NaN))
  if (lines.includes(Number.NaN)) throw new Error(stdout)
  return [...new Set(lines)]
}

function link(path: string, target: string): void {
  mkdirSync(dirname(path), { recursive: true })
  rmSync(path, { force: true })
  symlinkSync(target, path)
}

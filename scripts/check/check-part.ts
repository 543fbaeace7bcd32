import { type Finished, run } from '../process/run.ts'
import { runPnpm } from '../process/run-pnpm.ts'
import { checkBoundaries } from './check-boundaries.ts'
import { checkBounds } from './check-bounds.ts'
import { checkCitations } from './check-citations.ts'
import { checkClient } from './check-client.ts'
import { checkConsole } from './check-console.ts'
import { checkDoors } from './check-doors.ts'
import { checkExamples } from './check-examples.ts'
import { checkExports } from './check-exports.ts'
import { checkGeneratedFiles } from './check-generated-files.ts'
import { checkWords } from './check-words.ts'
import { figureLines } from './figures.ts'

export interface CheckResult {
  readonly passed: boolean
  /** Shown only if the part failed. */
  readonly output: string
}

export interface CheckPart {
  readonly name: string
  readonly check: () => CheckResult | Promise<CheckResult>
}

/** The parts of `pnpm check`. */
export const CHECK_PARTS: readonly CheckPart[] = [
  {
    name: 'format and lint',
    check: () => tool('biome', ['check', '--error-on-warnings', '--diagnostic-level=warn', '.']),
  },
  { name: 'types of packages', check: compilePackages },
  {
    name: 'types of tests and scripts',
    check: () => compilePackages().then(() => tool('tsc', ['-p', 'tsconfig.check.json'])),
  },
  { name: 'import boundaries', check: checkBoundaries },
  { name: 'figures of the house', check: checkFigures },
  { name: 'size of the console', check: checkConsole },
  { name: 'size of the client', check: checkClient },
  { name: 'bounds of what is kept', check: checkBounds },
  { name: 'citations', check: checkCitations },
  { name: 'plain words', check: checkWords },
  { name: 'doors of packages', check: () => compilePackages().then(checkDoors) },
  { name: 'sentences of what is exported', check: checkExports },
  { name: 'examples in comments', check: () => compilePackages().then(checkExamples) },
  { name: 'unused code', check: () => tool('knip', ['--no-progress', '--no-config-hints']) },
  { name: 'generated files', check: checkGeneratedFiles },
  { name: 'lockfile in step', check: async () => result(await runPnpm(FROZEN_LOCKFILE)) },
]

const FROZEN_LOCKFILE = ['install', '--frozen-lockfile', '--lockfile-only']

let compiled: Promise<CheckResult> | undefined

/** Runs at most once, for all parts. */
function compilePackages(): Promise<CheckResult> {
  compiled ??= tool('tsc', ['-b'])
  return compiled
}

function checkFigures(): CheckResult {
  const { lines, passed } = figureLines()
  return { passed, output: lines.join('\n') }
}

async function tool(name: string, args: readonly string[]): Promise<CheckResult> {
  return result(await run(name, args))
}

function result({ code, output }: Finished): CheckResult {
  return { passed: code === 0, output }
}

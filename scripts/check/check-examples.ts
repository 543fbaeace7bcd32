import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../process/run.ts'
import { inWorkspace } from '../workspace/source-files.ts'
import type { CheckResult } from './check-part.ts'
import {
  type Example,
  exampleModule,
  guidePrograms,
  publishedExamples,
  publishedModules,
} from './documented-examples.ts'

/** Git ignores this folder. */
const FOLDER = inWorkspace('dist/examples')
/** Declarations of names that examples use without defining them. */
const GIVEN = inWorkspace('scripts/check/given-to-examples.d.ts')

/**
 * Compiles the examples in comments of published code, and the programs in guides, against the published declarations,
 * which `tsc -b` has written.
 */
export async function checkExamples(): Promise<CheckResult> {
  const modules = publishedModules()
  const examples = [...publishedExamples(modules), ...guidePrograms()]
  const given = readFileSync(GIVEN, 'utf8')
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  for (const [index, example] of examples.entries()) {
    writeFileSync(join(FOLDER, `example-${index}.ts`), exampleModule(example, modules, given))
  }
  const declarations = modules.map(({ module, source }) => [module, [inWorkspace(declarationOf(source))]])
  const compilerOptions = { noEmit: true, composite: false, types: ['node'], paths: Object.fromEntries(declarations) }
  const project = {
    extends: inWorkspace('tsconfig.check.json'),
    compilerOptions,
    include: ['./*.ts', GIVEN],
    exclude: [],
  }
  writeFileSync(join(FOLDER, 'tsconfig.json'), JSON.stringify(project))
  const { code, output } = await run('tsc', ['-p', FOLDER, '--pretty', 'false'])
  return { passed: code === 0, output: named(output, examples) }
}

function declarationOf(source: string): string {
  return source.replace('/src/', '/dist/').replace(/\.ts$/, '.d.ts')
}

/** Returns the output of the compiler with the positions of examples instead of those of the generated modules. */
function named(output: string, examples: readonly Example[]): string {
  return output.replaceAll(/^\S*example-(\d+)\.ts\(\d+,\d+\)/gm, (place, index) => {
    const example = examples[Number(index)]
    return example ? `${example.path}:${example.line}` : place
  })
}

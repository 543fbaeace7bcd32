import { existsSync, readFileSync } from 'node:fs'
import { inWorkspace } from '../workspace/source-files.ts'
import type { CheckResult } from './check-part.ts'
import { generateFile } from './generate-file.ts'
import { GENERATED_FILES, type GeneratedFile } from './generated-files.ts'

/** Compares every generated file with the current output of its program; writes nothing. */
export async function checkGeneratedFiles(): Promise<CheckResult> {
  const problems = (await Promise.all(GENERATED_FILES.map(problemOf))).filter((problem) => problem !== undefined)
  return { passed: problems.length === 0, output: problems.join('\n') }
}

async function problemOf(file: GeneratedFile): Promise<string | undefined> {
  try {
    const expected = await generateFile(file)
    const path = inWorkspace(file.path)
    if (existsSync(path) && readFileSync(path, 'utf8') === expected) return undefined
    return `${file.path} (${file.name}) is not up to date: run \`pnpm generate\`.`
  } catch (error) {
    return `${file.path} (${file.name}) could not be generated: ${error instanceof Error ? error.message : error}`
  }
}

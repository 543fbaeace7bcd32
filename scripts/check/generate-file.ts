import { extname } from 'node:path'
import { run } from '../process/run.ts'
import type { GeneratedFile } from './generated-files.ts'

const FORMATTED = new Set(['.ts', '.js', '.json', '.css', '.html'])

/** The content a generated file should have now, formatted like the rest. Throws with the program's output. */
export async function generateFile({ path, command: [program, ...args] }: GeneratedFile): Promise<string> {
  const content = await outputOf(program, args)
  if (!FORMATTED.has(extname(path))) return content
  return outputOf('biome', ['format', `--stdin-file-path=${path}`], content)
}

async function outputOf(program: string, args: readonly string[], input?: string): Promise<string> {
  const { code, output, stdout } = await run(program, args, input === undefined ? {} : { input })
  if (code !== 0) throw new Error(`${[program, ...args].join(' ')} failed:\n${output}`)
  return stdout
}

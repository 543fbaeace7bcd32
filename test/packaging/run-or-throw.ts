import { type RunOptions, run } from '../../scripts/process/run.ts'

/** Runs a program that must succeed, and returns its output. */
export async function runOrThrow(command: string, args: readonly string[], options?: RunOptions): Promise<string> {
  const { code, output } = await run(command, args, options)
  if (code !== 0) throw new Error(`${[command, ...args].join(' ')} ended with exit code ${code}:\n${output}`)
  return output
}

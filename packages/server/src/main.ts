import { CommanderError } from 'commander'
import { watchOutput } from './commands/command-output.ts'
import { CommandProblem } from './commands/command-problem.ts'
import { program } from './commands/program.ts'
import { failureSentence } from './failure-sentence.ts'
import { SettingsProblem } from './settings/settings-problem.ts'

/**
 * Runs the `flagdeck` command with the arguments that follow its name. The exit code is 0 for
 * success, 1 for a failure and 2 for a usage error.
 */
export async function main(args: readonly string[]): Promise<void> {
  const written = watchOutput()
  try {
    await program().parseAsync(args, { from: 'user' })
    await written()
  } catch (error) {
    // Commander has reported its own errors already.
    if (!(error instanceof CommanderError)) process.stderr.write(`${failureSentence(error)}\n`)
    process.exitCode = exitCodeOf(error)
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof CommandProblem) return error.exitCode
  return error instanceof SettingsProblem && error.source === 'flag' ? 2 : 1
}

import { CommanderError } from 'commander'
import { watchOutput } from './commands/command-output.ts'
import { CommandProblem } from './commands/command-problem.ts'
import { program } from './commands/program.ts'
import { failureSentence } from './failure-sentence.ts'
import { SettingsProblem } from './settings/settings-problem.ts'

/**
 * Runs the `flagdeck` command with the arguments that follow its name. The process ends with 0 when it was done, 1
 * when it failed, 2 when it was written wrongly.
 */
export async function main(args: readonly string[]): Promise<void> {
  const written = watchOutput()
  try {
    await program().parseAsync(args, { from: 'user' })
    await written()
  } catch (error) {
    // Commander has said itself what it found wrong.
    if (!(error instanceof CommanderError)) process.stderr.write(`${failureSentence(error)}\n`)
    process.exitCode = exitCodeOf(error)
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof CommandProblem) return error.exitCode
  return error instanceof SettingsProblem && error.source === 'flag' ? 2 : 1
}

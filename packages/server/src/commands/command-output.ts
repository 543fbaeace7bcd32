import type { JsonValue } from '@flagdeck/core'
import { CommandProblem } from './command-problem.ts'

/** The result of a command: `data` for programs, `text` for a terminal. */
export interface CommandOutput {
  readonly data: JsonValue
  /** Lines, without the last line break. */
  readonly text: string
}

/** Writes the result of a command to standard output. */
export function printOutput({ data, text }: CommandOutput, json: boolean): void {
  process.stdout.write(`${json ? JSON.stringify(data) : text}\n`)
}

/**
 * Handles errors of standard output from now on. The returned function waits until everything is written, and rejects if
 * something could not be written. A reader that closes the pipe, as `head` does, is not an error.
 */
export function watchOutput(): () => Promise<void> {
  let lost: string | undefined
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') lost ??= message
  })
  return async () => {
    await new Promise((resolve) => process.stdout.write('', resolve))
    if (lost !== undefined) throw new CommandProblem(`Cannot write to standard output: ${lost}.`)
  }
}

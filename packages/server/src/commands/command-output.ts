import type { JsonValue } from '@flagdeck/core'
import { CommandProblem } from './command-problem.ts'

/** What a command answers: once for programs, once for people. */
export interface CommandOutput {
  readonly data: JsonValue
  /** Lines, without the last line break. */
  readonly text: string
}

/** Writes a command's answer to standard output. */
export function printOutput({ data, text }: CommandOutput, json: boolean): void {
  process.stdout.write(`${json ? JSON.stringify(data) : text}\n`)
}

/**
 * From here on an error of standard output ends nothing. Answers what waits until all is written, and rejects where something
 * could not be; but whoever reads it may have seen enough, as `head` does.
 */
export function watchOutput(): () => Promise<void> {
  let lost: string | undefined
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') lost ??= message
  })
  return async () => {
    await new Promise((resolve) => process.stdout.write('', resolve))
    if (lost !== undefined) throw new CommandProblem(`What there is to answer cannot be written: ${lost}.`)
  }
}

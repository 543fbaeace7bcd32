import type { JsonValue } from '@flagdeck/core'

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

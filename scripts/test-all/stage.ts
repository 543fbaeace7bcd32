import type { RunOptions } from '../process/run.ts'
import type { Tally } from './tally.ts'

/** Whether a stage has the terminal, or hands over what it says when it has ended. */
export type Output = NonNullable<RunOptions['output']>

export interface StageResult {
  readonly tally: Tally
  /** What it said, unless that is on the terminal already. */
  readonly text: string
}

export interface Stage {
  readonly name: string
  readonly run: (output: Output) => Promise<StageResult>
}

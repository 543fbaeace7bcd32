import type { Tally } from './tally.ts'

/** A part of `npm test`. Its output goes to the terminal. */
export interface Stage {
  readonly name: string
  readonly run: () => Promise<Tally>
}

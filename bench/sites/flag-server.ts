import type { BenchRequest } from '../load/bench-request.ts'
import type { ServerCommand } from './server-process.ts'

/** A server that decides flags, with the same ones as others in a database of its own. */
export interface FlagServer {
  /** With its version. */
  readonly name: string
  readonly command: ServerCommand
  /** What SDKs ask that decide for themselves. */
  readonly definitions: BenchRequest
  /** Makes a flag that is off, with a name that is new every time. */
  readonly creation: BenchRequest
  /** How many flags there are in the answer to `definitions`. */
  countDefinitions(answer: unknown): number
  /** All flags for a user. */
  evaluation(userId: string): BenchRequest
  /** Keys of the flags that are on, by the answer to {@link evaluation}. */
  keysOn(answer: unknown): readonly string[]
}

export interface FlagServerPair {
  readonly flagdeck: FlagServer
  readonly beside: FlagServer
}

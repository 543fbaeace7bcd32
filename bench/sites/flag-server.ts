import type { BenchRequest } from '../load/bench-request.ts'
import type { ServerCommand } from './server-process.ts'

/** A server that evaluates flags, with the same flags as the others in a separate database. */
export interface FlagServer {
  /** The name with the version. */
  readonly name: string
  readonly command: ServerCommand
  /** The request of SDKs with local evaluation. */
  readonly definitions: BenchRequest
  /** Creates an inactive flag with a new name every time. */
  readonly creation: BenchRequest
  /** Returns the number of flags in the response to `definitions`. */
  countDefinitions(answer: unknown): number
  /** Returns a request for all flags of a user. */
  evaluation(userId: string): BenchRequest
  /** Returns keys of the flags that are on, from the response to {@link evaluation}. */
  keysOn(answer: unknown): readonly string[]
}

export interface FlagServerPair {
  readonly flagdeck: FlagServer
  readonly beside: FlagServer
}

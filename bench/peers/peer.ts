import type { DefinitionsDocument, Subject } from '@flagdeck/core'
import type { Question } from './question.ts'

/** Another library that evaluates flags in the process, with the definitions in memory. */
export interface Peer {
  /** The name in the registry. */
  readonly library: string
  /** Prepares it to evaluate the flags of a document. Throws a NotExpressibleError if it cannot express them. */
  start(document: DefinitionsDocument): Promise<StartedPeer>
}

export interface StartedPeer {
  decide(key: string, subject: Subject): Question
  /** Evaluates all flags, with the library's call for that if it has one. */
  decideAll(subject: Subject): Question
  /** Stops everything that is still running. */
  close(): Promise<void>
}

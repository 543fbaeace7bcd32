import type { DefinitionsDocument, Subject } from '@flagdeck/core'
import type { Question } from './question.ts'

/** Another library that decides flags inside the process, with the definitions at hand. */
export interface Peer {
  /** As it is called in the registry. */
  readonly library: string
  /** Makes it ready to decide the flags of a document; a NotExpressibleError when it has no words for them. */
  start(document: DefinitionsDocument): Promise<StartedPeer>
}

export interface StartedPeer {
  decide(key: string, subject: Subject): Question
  /** All flags, by the library's own call for that where it has one. */
  decideAll(subject: Subject): Question
  /** Afterwards nothing is left running. */
  close(): Promise<void>
}

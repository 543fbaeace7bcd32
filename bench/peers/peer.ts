import type { DefinitionsDocument, Subject } from '@flagdeck/core'

/** Another library that decides flags inside the process, with the definitions at hand. */
export interface Peer {
  /** With its version. */
  readonly name: string
  /** `false`, `true` or the key of a variant; perhaps only promised. */
  decide(key: string, subject: Subject): unknown
  /** The same for all flags, by their keys. */
  decideAll(subject: Subject): unknown
  close(): Promise<void>
}

/** Makes a peer ready to decide the flags of a document. */
export type StartPeer = (document: DefinitionsDocument) => Promise<Peer>

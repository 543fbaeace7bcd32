/**
 * Keeps definitions where every instance reaches them, so that a new one starts without loading all flags, and so that
 * an instance whose database is away can answer for a project it never held. It is a shortcut and nothing more: no
 * method rejects or takes long, and what cannot be had is not there. Whoever can read it can read the flags and the
 * tokens of projects, and whoever can write it can change what flags answer.
 */
export interface DefinitionsCache {
  /**
   * The newest that is kept of a project. When there is nothing, but another instance has just begun to load it, waits
   * a moment for that one.
   */
  find(projectId: number): Promise<Uint8Array | undefined>
  /**
   * Keeps definitions, unless newer ones are kept, or the same ones confirmed less than {@link RENEW_AFTER_MS} before
   * these, or another instance is at it. Answers whether they are kept.
   */
  keep(definitions: DefinitionsToKeep): Promise<boolean>
  /** Nothing of the project is kept any more: there is none, or what was kept is not of this database. */
  forget(projectId: number): Promise<void>
  /** The project that had this public token when it was last kept. */
  findProjectId(apiToken: string): Promise<number | undefined>
}

/** What is kept of a version is written again when it was confirmed that much later: its age shall say little. */
export const RENEW_AFTER_MS = 1_800_000

/** The definitions of a project at one version, for other instances to begin with. */
export interface DefinitionsToKeep {
  readonly projectId: number
  /** Of the project; versions of one UUID can be compared, and those of another are of another database. */
  readonly uuid: string
  readonly version: number
  readonly apiToken: string
  /** When the store last confirmed them, in whole milliseconds of the clock of who keeps them. */
  readonly confirmedAtMs: number
  /** Called when they are really going to be kept. */
  encode(): Promise<Uint8Array>
}

/**
 * Stores definitions where every instance reaches them. A new instance then starts without loading all flags, and an
 * instance whose database is unavailable can evaluate flags of a project that it never loaded. The cache is optional:
 * no method rejects or takes long, and unreachable data counts as missing. Anyone with read access to it can read the
 * flags and the tokens of projects; anyone with write access can change the results of flags.
 */
export interface DefinitionsCache {
  /**
   * Returns the newest stored definitions of a project. When there are none but another instance has just started to
   * load them, it waits for a short time.
   */
  find(projectId: number): Promise<Uint8Array | undefined>
  /**
   * Stores definitions and returns whether they are stored. It does nothing in these cases:
   * - Newer ones are stored.
   * - The same ones are stored, and were confirmed less than {@link RENEW_AFTER_MS} earlier.
   * - Another instance is storing definitions of the project.
   */
  keep(definitions: DefinitionsToKeep): Promise<boolean>
  /** Removes the stored definitions of a project, because it was deleted or they belong to another database. */
  forget(projectId: number): Promise<void>
  /** Returns the project that had this public token when its definitions were last stored. */
  findProjectId(apiToken: string): Promise<number | undefined>
}

/** How much later a version must be confirmed before it is stored again. This limits the reported age. */
export const RENEW_AFTER_MS = 1_800_000

/** The definitions of a project at one version, from which other instances start. */
export interface DefinitionsToKeep {
  readonly projectId: number
  /** The UUID of the project. Versions of one UUID can be compared; another UUID means another database. */
  readonly uuid: string
  readonly version: number
  readonly apiToken: string
  /** When the store last confirmed them, in whole milliseconds of the clock of the instance that stores them. */
  readonly confirmedAtMs: number
  /** Encodes the definitions. It is only called when they are going to be stored. */
  encode(): Promise<Uint8Array>
}

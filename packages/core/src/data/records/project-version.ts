/** A version of a project in one database. */
export interface ProjectVersion {
  readonly version: number
  /**
   * A random value from the moment when the version was raised. After a database is restored from a backup and counts
   * up again, the same numbers have other tags (SNAP-30). Null if it is unknown: the version is old, or a release
   * without tags raised it.
   */
  readonly tag: string | null
}

/**
 * The number of newest versions of a project whose tags are stored. An instance with an older version reloads
 * everything.
 */
export const TAGGED_VERSIONS = 1000

/** Tags of older versions are deleted when a version is a multiple of this number. */
export const TAGS_GO_EVERY = 100

/** Returns 48 random bits as text. Tags are only compared for the same version of the same project. */
export function newVersionTag(): string {
  return crypto.randomUUID().slice(-12)
}

/** Whether both are known to be the same version. A version without a tag equals none. */
export function isSameVersion(a: ProjectVersion, b: ProjectVersion): boolean {
  return a.version === b.version && a.tag !== null && a.tag === b.tag
}

/** A version of a project, as one database has it. */
export interface ProjectVersion {
  readonly version: number
  /**
   * Drawn by chance when the version was raised: a database that was set back, and counts up again, has other tags for
   * the same numbers (SNAP-30). Null when it is not known: a release without tags raised it, or it is long ago.
   */
  readonly tag: string | null
}

/** So many of the newest versions of a project keep their tags; who has an older one loads everything anew. */
export const TAGGED_VERSIONS = 1000

/** Tags of older versions go whenever a version is a multiple of this. */
export const TAGS_GO_EVERY = 100

/** 48 bits of chance as text. Two of them are ever only compared for one version of one project. */
export function newVersionTag(): string {
  return crypto.randomUUID().slice(-12)
}

/** Whether both are known to be the same. What has no tag is the same as nothing. */
export function isSameVersion(a: ProjectVersion, b: ProjectVersion): boolean {
  return a.version === b.version && a.tag !== null && a.tag === b.tag
}

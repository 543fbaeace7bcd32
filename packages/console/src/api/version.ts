interface ProjectVersion {
  readonly projectId: number
  readonly version: number
}

interface Known {
  readonly version: number
  /** The tag that an event reported with it: two histories that have the same version have different tags (SNAP-30). */
  readonly tag?: string
}

/** The newest version of each project that this page has read of. Bound: is as large as the projects that were open. */
const known = new Map<number, Known>()

let openProjectId = 0

/** Starts to follow a project, at the version that the session reported or a later one that the page has read of. */
export function openAtVersion(project: ProjectVersion): void {
  openProjectId = project.projectId
  noteVersion(project)
}

/** Notes a version that a response has reported. */
export function noteVersion({ projectId, version }: ProjectVersion): void {
  if (version > (known.get(projectId)?.version ?? 0)) known.set(projectId, { version })
}

/**
 * Notes the version that an event has reported. Returns whether the page has read of another history of the project, as
 * after a backup was restored: responses then contain none of its changes.
 */
export function noteEvent({ projectId, version }: ProjectVersion, tag: string): boolean {
  const last = known.get(projectId)
  known.set(projectId, { version, tag })
  if (last === undefined || version > last.version) return false
  return version < last.version || (last.tag !== undefined && last.tag !== tag)
}

/** The newest version of the open project that this page has read of. Responses to later requests contain it. */
export const newestVersion = (): number => known.get(openProjectId)?.version ?? 0

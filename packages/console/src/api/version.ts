interface ProjectVersion {
  readonly projectId: number
  readonly version: number
}

interface Known {
  readonly version: number
  /** The tag that an event reported with it. Two histories with the same version have different tags (SNAP-30). */
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

/** Notes the version that a response reports. */
export function noteVersion({ projectId, version }: ProjectVersion): void {
  if (version > (known.get(projectId)?.version ?? 0)) known.set(projectId, { version })
}

/**
 * Notes the version that an event reports.
 * @returns `older`: an instance has not read the newest version yet, or the server has another history of the project;
 * `other`: the same version has another tag, so the server certainly has another history, as after a restored backup
 */
export function noteEvent({ projectId, version }: ProjectVersion, tag: string): 'current' | 'older' | 'other' {
  const last = known.get(projectId)
  if (last !== undefined && version < last.version) return 'older'
  known.set(projectId, { version, tag })
  return last?.version === version && last.tag !== undefined && last.tag !== tag ? 'other' : 'current'
}

/** Continues at the version of another history. */
export function restartAtVersion({ projectId, version }: ProjectVersion, tag: string): void {
  known.set(projectId, { version, tag })
}

/** The newest version of the open project that this page has read of. Responses to later requests contain it. */
export const newestVersion = (): number => known.get(openProjectId)?.version ?? 0

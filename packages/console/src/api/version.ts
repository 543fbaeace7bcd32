interface ProjectVersion {
  readonly projectId: number
  readonly version: number
}

let newest: ProjectVersion = { projectId: 0, version: 0 }

/** Starts at the version of a project that the session reported: the page follows one project at a time. */
export function startAtVersion(project: ProjectVersion): void {
  newest = project
}

/** Notes a version that a response or an event has reported. Late responses about another project are ignored. */
export function noteVersion({ projectId, version }: ProjectVersion): void {
  if (projectId === newest.projectId && version > newest.version) newest = { projectId, version }
}

/** The newest version of the open project that this page has read of. Responses to later requests contain it. */
export const newestVersion = (): number => newest.version

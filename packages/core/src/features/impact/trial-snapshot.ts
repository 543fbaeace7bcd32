import type { FlagDefinition } from '../../evaluation/definition/definitions.ts'
import { projectNotFound } from '../../runtime/access/unknown-place.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { ProjectSnapshot } from '../../runtime/snapshots/project-snapshot.ts'

/** Returns a snapshot of the project with these flags instead of its own. It is not shared with other requests. */
export function trialSnapshot(
  { clock }: Pick<ProjectContext, 'clock'>,
  { project, tag, cohorts }: ProjectSnapshot,
  flags: readonly FlagDefinition[],
): ProjectSnapshot {
  return ProjectSnapshot.of({ project, tag }, flags, [...cohorts.byId.values()], clock)
}

/** Returns the snapshot of the project that evaluation uses, at this version or newer. */
export async function requireSnapshot(
  { snapshots, project }: Pick<ProjectContext, 'snapshots' | 'project'>,
  minVersion: number,
): Promise<ProjectSnapshot> {
  const snapshot = await snapshots.get(project.id, minVersion)
  if (!snapshot) throw projectNotFound()
  return snapshot
}

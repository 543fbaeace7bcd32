import type { FlagDefinition } from '../../evaluation/definition/definitions.ts'
import { projectNotFound } from '../../runtime/access/unknown-place.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { ProjectSnapshot } from '../../runtime/snapshots/project-snapshot.ts'

/** A picture of the project with these flags in place of its own: nobody else sees it. */
export function trialSnapshot(
  { clock }: Pick<ProjectContext, 'clock'>,
  { project, tag, cohorts }: ProjectSnapshot,
  flags: readonly FlagDefinition[],
): ProjectSnapshot {
  return ProjectSnapshot.of({ project, tag }, flags, [...cohorts.byId.values()], clock)
}

/** The picture of the project that evaluation has, of this version or newer. */
export async function requireSnapshot(
  { snapshots, project }: Pick<ProjectContext, 'snapshots' | 'project'>,
  minVersion: number,
): Promise<ProjectSnapshot> {
  const snapshot = await snapshots.get(project.id, minVersion)
  if (!snapshot) throw projectNotFound()
  return snapshot
}

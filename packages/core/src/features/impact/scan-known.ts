import type { Project } from '../../data/records/project.ts'
import type { Subject } from '../../evaluation/definition/subject.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { knownGroups, knownPersons, type LookedUp, type ReadChunk } from './known-subjects.ts'
import { type PassOptions, type ScanReport, scan } from './scan.ts'

/** The subjects to evaluate. */
export interface Audience {
  /** The groups of this type; null for persons. */
  readonly groupTypeIndex: number | null
  readonly groupTypes: Project['groupTypes']
  /** The data of a person to look up. */
  readonly needs: LookedUp
}

/**
 * Calls `visit` once for each stored subject of the audience. It first waits while too many scans of the project are
 * running.
 */
export async function scanKnown(
  ctx: ProjectContext,
  audience: Audience,
  visit: (subject: Subject, id: string) => void,
  options: PassOptions,
): Promise<ScanReport> {
  const readChunk = readerOf(ctx, audience)
  return ctx.scans.run(ctx.project.id, options.signal, () => scan(readChunk, visit, options))
}

function readerOf(ctx: ProjectContext, { groupTypeIndex, groupTypes, needs }: Audience): ReadChunk {
  if (groupTypeIndex === null) return knownPersons(ctx, needs)
  const groupType = groupTypes[groupTypeIndex]
  // A flag can name a group type that does not exist, which has no groups.
  return typeof groupType !== 'string' ? async () => [] : knownGroups(ctx, groupTypeIndex, groupType)
}

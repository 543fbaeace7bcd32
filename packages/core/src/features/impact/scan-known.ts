import type { Project } from '../../data/records/project.ts'
import type { Subject } from '../../evaluation/definition/subject.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { knownGroups, knownPersons, type LookedUp, type ReadChunk } from './known-subjects.ts'
import { type PassOptions, type ScanReport, scan } from './scan.ts'

/** Whom to look at. */
export interface Audience {
  /** The groups of this type; null: persons. */
  readonly groupTypeIndex: number | null
  readonly groupTypes: Project['groupTypes']
  /** What to look up about a person. */
  readonly needs: LookedUp
}

/** Calls `visit` once for everybody in the audience who is known, when it is the caller's turn. */
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
  // A flag may name a type that is not there; it has no groups.
  return typeof groupType !== 'string' ? async () => [] : knownGroups(ctx, groupTypeIndex, groupType)
}

import type { NewActivity } from '../../data/records/activity.ts'
import type { Cohort, CohortIndex, NewCohort } from '../../data/records/cohort.ts'
import { cohortGrowth, cohortStructureBytes } from '../../data/records/live-totals.ts'
import type { ReadTransaction, Transaction } from '../../data/store.ts'
import { recordNotFound } from '../../foundation/errors/record-not-found.ts'
import { claimGrowth } from '../../runtime/claim-growth.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import type { GrowingRow } from '../../runtime/project-totals.ts'
import { type CohortVersionCause, cohortChanged, cohortCreated, cohortMembersChanged } from './cohort-activity.ts'

/** Data that the caller has read before ({@link walkOfCohort}, `liveTotals`), and the cause of the change. */
export interface CohortBasis extends CohortVersionCause, Pick<GrowingRow, 'totals'> {}

/** Stores a new cohort, with its activity entry. */
export async function insertCohort(
  tx: Transaction,
  ctx: ProjectContext,
  draft: NewCohort,
  { totals }: Pick<GrowingRow, 'totals'>,
): Promise<Cohort> {
  await claimCohort(tx, ctx, draft, undefined, totals)
  const cohort = await tx.cohorts.insert(draft, cohortIndex(draft))
  await tx.activity.append(cohortCreated(ctx, cohort))
  return cohort
}

/** Stores a changed cohort as its next version, with its activity entry. */
export async function saveCohort(
  tx: Transaction,
  ctx: ProjectContext,
  before: Cohort,
  next: Cohort,
  { totals, ...cause }: CohortBasis,
): Promise<Cohort> {
  const saved = { ...next, version: before.version + 1 }
  await claimCohort(tx, ctx, saved, before, totals)
  return storeCohort(tx, saved, cohortChanged(ctx, before, saved, cause))
}

/** Stores a change of the members of a cohort. It creates no version. */
export async function saveMembers(tx: Transaction, ctx: ProjectContext, before: Cohort, next: Cohort): Promise<Cohort> {
  return storeCohort(tx, next, cohortMembersChanged(ctx, before, next))
}

/** Returns how many entries of its history follow the last keyframe. This decides how the next version is stored. */
export function walkOfCohort(
  tx: ReadTransaction,
  { project }: Pick<ProjectContext, 'project'>,
  cohortId: number,
): Promise<number> {
  return tx.activity.walkOf(project.id, { scope: 'Cohort', itemId: String(cohortId) })
}

/** Checks the limits of the project (COHORT-33). Every operation that may enlarge a cohort calls this function. */
function claimCohort(
  tx: Transaction,
  ctx: ProjectContext,
  next: NewCohort,
  before: Cohort | undefined,
  totals: GrowingRow['totals'],
): Promise<void> {
  const growth = cohortGrowth(before, next)
  return claimGrowth(tx, ctx, { label: `cohort ${next.name}`, growth, isNew: !before, totals })
}

async function storeCohort(tx: Transaction, cohort: Cohort, entry: NewActivity): Promise<Cohort> {
  if (!(await tx.cohorts.update(cohort, cohortIndex(cohort))))
    throw recordNotFound('Cohort', cohort.id, { project: { id: cohort.projectId } })
  await tx.activity.append(entry)
  return cohort
}

function cohortIndex(cohort: Pick<Cohort, 'name' | 'properties'>): CohortIndex {
  return { nameLower: cohort.name.toLowerCase(), structureBytes: cohortStructureBytes(cohort) }
}

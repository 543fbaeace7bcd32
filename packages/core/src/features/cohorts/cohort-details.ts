import type { Cohort } from '../../data/records/cohort.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { nestedCohortIds } from '../../evaluation/definition/cohort-criteria.ts'
import { referencedCohortIds } from '../../evaluation/definition/flag-references.ts'
import { reachable } from '../../foundation/graph/directed-graph.ts'
import { flagAccess } from '../../runtime/access/flag-access.ts'
import { flagReach } from '../../runtime/access/project-access.ts'
import type { ProjectContext } from '../../runtime/context.ts'

/** A cohort as clients read it. */
export interface CohortDetails extends Cohort {
  /** Whether the caller may change it (COHORT-18). */
  readonly canEdit: boolean
}

/**
 * Returns a function that adds whether the caller may change the cohort, that is, may edit every live flag that depends
 * on it.
 */
export async function cohortDetails(
  tx: ReadTransaction,
  ctx: ProjectContext,
): Promise<(cohort: Cohort) => CohortDetails> {
  if (flagReach(ctx.access, ctx.actor) === 'all') return (cohort) => ({ ...cohort, canEdit: true })
  const flags = await tx.flags.listOnCohorts(ctx.project.id)
  const accessTo = await flagAccess(tx, ctx, ctx.access, flags)
  const closed = flags.filter((flag) => !accessTo(flag).canEdit).flatMap(({ filters }) => referencedCohortIds(filters))
  const cohorts = closed.length === 0 ? [] : await tx.cohorts.changedSince(ctx.project.id, 0)
  const nested = new Map(cohorts.map(({ id, properties }) => [id, nestedCohortIds(properties)]))
  const locked = new Set([...closed, ...reachable((id) => nested.get(id) ?? [], closed)])
  return (cohort) => ({ ...cohort, canEdit: !locked.has(cohort.id) })
}

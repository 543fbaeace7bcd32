import type { Cohort } from '../../../data/records/cohort.ts'
import { deltaBetween } from '../../../foundation/json/json-delta.ts'
import { allInOrder } from '../../../foundation/lists/all-in-order.ts'
import { refuseIfAny } from '../../../foundation/validation/refuse.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import { authorizeMember } from '../../../runtime/access/project-access.ts'
import { changeProjectIfNeeded } from '../../../runtime/change-project.ts'
import { liveTotals } from '../../../runtime/claim-growth.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { COHORT_HISTORY } from '../../../runtime/history/cohort-history.ts'
import { restoreTrigger } from '../../../runtime/history/restore-trigger.ts'
import { authorizeCohortEdit } from '../authorize-cohort-edit.ts'
import { cohortViolations } from '../cohort-rules.ts'
import { requireCohort } from '../retrieve-cohort.ts'
import { saveCohort, walkOfCohort } from '../save-cohort.ts'
import { COHORT_VERSIONS } from './read-cohort-versions.ts'

/** Restores a cohort to a version, as its next version. The members of a static cohort stay unchanged (HIST-8). */
export async function restoreCohortVersion(ctx: ProjectContext, cohortId: number, version: number): Promise<Cohort> {
  authorize(ctx.actor, 'cohort:write')
  return changeProjectIfNeeded(ctx, async (tx, raiseVersion) => {
    await tx.projects.lock(ctx.project.id)
    const [access, before, walk, totals] = await allInOrder([
      authorizeMember(tx, ctx),
      requireCohort(tx, ctx, cohortId),
      walkOfCohort(tx, ctx, cohortId),
      liveTotals(tx, ctx),
    ])
    await authorizeCohortEdit(tx, ctx, access, [before.id])
    const next: Cohort = { ...before, ...(await COHORT_VERSIONS.stateAt(tx, ctx, before, version)) }
    if (deltaBetween(COHORT_HISTORY.stateOf(before), COHORT_HISTORY.stateOf(next)) === null) return before
    refuseIfAny(await cohortViolations(tx, next, before))
    const trigger = restoreTrigger(version)
    return saveCohort(tx, ctx, before, { ...next, projectVersion: await raiseVersion() }, { walk, trigger, totals })
  })
}

import type { Cohort } from '../../data/records/cohort.ts'
import type { Transaction } from '../../data/store.ts'
import { allInOrder } from '../../foundation/lists/all-in-order.ts'
import { refuseIfAny } from '../../foundation/validation/refuse.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import { authorizeMember } from '../../runtime/access/project-access.ts'
import { changeProject } from '../../runtime/change-project.ts'
import { liveTotals } from '../../runtime/claim-growth.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { authorizeCohortEdit } from './authorize-cohort-edit.ts'
import { checkUpdateCohort, type UpdateCohortInput } from './cohort-input.ts'
import { cohortViolations } from './cohort-rules.ts'
import { CohortUsers } from './cohort-users.ts'
import { mergeCohortEdit } from './merge-cohort-edit.ts'
import { requireCohort } from './retrieve-cohort.ts'
import { saveCohort, walkOfCohort } from './save-cohort.ts'

/**
 * Changes a cohort: missing fields stay unchanged, filters are replaced as a whole, `deleted` deletes and restores.
 * Changes of other users since the version in the input are not overwritten (EDIT-20).
 */
export async function updateCohort(ctx: ProjectContext, cohortId: number, input: UpdateCohortInput): Promise<Cohort> {
  return changeCohort(ctx, cohortId, input, (tx) => new CohortUsers(tx, ctx.project.id))
}

/**
 * Like {@link updateCohort}, for callers that change many cohorts and already know the dependents in the open
 * transaction.
 */
export async function changeCohort(
  ctx: ProjectContext,
  cohortId: number,
  input: UpdateCohortInput,
  usersIn: (tx: Transaction) => CohortUsers,
): Promise<Cohort> {
  authorize(ctx.actor, 'cohort:write')
  const sent = checkUpdateCohort(input, ctx.limits)
  return changeProject(ctx, async (tx, projectVersion) => {
    const [access, before, walk, totals] = await allInOrder([
      authorizeMember(tx, ctx),
      requireCohort(tx, ctx, cohortId),
      walkOfCohort(tx, ctx, cohortId),
      liveTotals(tx, ctx),
    ])
    const users = usersIn(tx)
    await authorizeCohortEdit(tx, ctx, access, [before.id], users)
    const next: Cohort = { ...before, ...(await mergeCohortEdit(tx, ctx, before, sent)), projectVersion }
    refuseIfAny(await cohortViolations(tx, next, before, users))
    const saved = await saveCohort(tx, ctx, before, next, { walk, totals })
    await users.note(saved)
    return saved
  })
}

import type { Cohort } from '../../data/records/cohort.ts'
import { allInOrder } from '../../foundation/lists/all-in-order.ts'
import { refuseIfAny } from '../../foundation/validation/refuse.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import { authorizeMember } from '../../runtime/access/project-access.ts'
import { changeProject } from '../../runtime/change-project.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { authorizeCohortEdit } from './authorize-cohort-edit.ts'
import { checkUpdateCohort, type UpdateCohortInput } from './cohort-input.ts'
import { cohortViolations } from './cohort-rules.ts'
import { mergeCohortEdit } from './merge-cohort-edit.ts'
import { requireCohort } from './retrieve-cohort.ts'
import { saveCohort, walkOfCohort } from './save-cohort.ts'

/**
 * Changes a cohort: what is missing from the input stays, filters are replaced whole, `deleted` deletes and restores. What
 * others changed since the version that the input says is not written over (EDIT-20).
 */
export async function updateCohort(ctx: ProjectContext, cohortId: number, input: UpdateCohortInput): Promise<Cohort> {
  authorize(ctx.actor, 'cohort:write')
  const sent = checkUpdateCohort(input, ctx.limits)
  return changeProject(ctx, async (tx, projectVersion) => {
    const [access, before, walk] = await allInOrder([
      authorizeMember(tx, ctx),
      requireCohort(tx, ctx, cohortId),
      walkOfCohort(tx, ctx, cohortId),
    ])
    await authorizeCohortEdit(tx, ctx, access, [before.id])
    const next: Cohort = { ...before, ...(await mergeCohortEdit(tx, ctx, before, sent)), projectVersion }
    refuseIfAny(await cohortViolations(tx, next, before))
    return saveCohort(tx, ctx, before, next, { walk })
  })
}

import { userOf } from '../../data/records/actor.ts'
import type { Cohort, NewCohort } from '../../data/records/cohort.ts'
import { allInOrder } from '../../foundation/lists/all-in-order.ts'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import { refuseIfAny } from '../../foundation/validation/refuse.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import { authorizeMember } from '../../runtime/access/project-access.ts'
import { changeProject } from '../../runtime/change-project.ts'
import { liveTotals } from '../../runtime/claim-growth.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { type CheckedCohortInput, type CreateCohortInput, checkCreateCohort } from './cohort-input.ts'
import { cohortViolations } from './cohort-rules.ts'
import { insertCohort } from './save-cohort.ts'

/** Creates a cohort: criteria for users or, with `isStatic`, a list of members that is empty at first (COHORT-1). */
export async function createCohort(ctx: ProjectContext, input: CreateCohortInput): Promise<Cohort> {
  authorize(ctx.actor, 'cohort:write')
  const fields = checkCreateCohort(input, ctx.limits)
  return changeProject(ctx, async (tx, projectVersion) => {
    const [, totals] = await allInOrder([authorizeMember(tx, ctx), liveTotals(tx, ctx)])
    const draft = newCohort(ctx, fields, projectVersion)
    refuseIfAny(await cohortViolations(tx, draft))
    return insertCohort(tx, ctx, draft, { totals })
  })
}

function newCohort(
  ctx: ProjectContext,
  fields: CheckedCohortInput & { readonly name: string },
  projectVersion: number,
): NewCohort {
  return {
    projectId: ctx.project.id,
    name: fields.name,
    description: fields.description ?? '',
    isStatic: fields.isStatic ?? false,
    properties: fields.properties ?? {},
    deleted: fields.deleted ?? false,
    createdBy: userOf(ctx.actor),
    createdAt: timestampOf(ctx.clock()),
    version: 1,
    projectVersion,
  }
}

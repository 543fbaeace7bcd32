import { authorize } from '../access/authorize.ts'
import { authorizeMember } from '../access/project-access.ts'
import { changeProject } from '../change-project.ts'
import type { ProjectContext } from '../context.ts'
import { invalidInput, notFound } from '../errors/domain-error.ts'
import { refuseIfAny } from '../flags/flag-input.ts'
import { distinctIdProblem } from '../persons/distinct-id.ts'
import type { Transaction } from '../storage/store.ts'
import { violation } from '../validation/violation.ts'
import { typeName } from '../validation/violations-of.ts'
import type { Cohort } from './cohort.ts'
import { distinctIdsInCsv } from './distinct-ids-in-csv.ts'
import { requireCohort } from './retrieve-cohort.ts'
import { saveCohort } from './save-cohort.ts'

/** Adds persons to a static cohort. Blank ids and those of members are passed over (COHORT-20). */
export async function addCohortMembers(
  ctx: ProjectContext,
  cohortId: number,
  distinctIds: readonly string[],
): Promise<Cohort> {
  authorize(ctx.actor, 'cohort:write')
  const ids = checkedIds(distinctIds, (index) => `item ${index + 1}`)
  return changeMembers(ctx, cohortId, (tx) => tx.cohortMembers.add(ctx.project.id, cohortId, ids))
}

/** {@link addCohortMembers} with the ids that CSV text lists (COHORT-21). */
export async function addCohortMembersFromCsv(ctx: ProjectContext, cohortId: number, csv: string): Promise<Cohort> {
  authorize(ctx.actor, 'cohort:write')
  const rows = distinctIdsInCsv(csv)
  const ids = checkedIds(
    rows.map(({ distinctId }) => distinctId),
    (index) => `line ${rows[index]?.line}`,
  )
  return changeMembers(ctx, cohortId, (tx) => tx.cohortMembers.add(ctx.project.id, cohortId, ids))
}

/** Takes one person out of a static cohort. */
export async function removeCohortMember(ctx: ProjectContext, cohortId: number, distinctId: string): Promise<Cohort> {
  authorize(ctx.actor, 'cohort:write')
  return changeMembers(ctx, cohortId, async (tx) => {
    const isId = distinctIdProblem(distinctId) === undefined
    if (!isId || !(await tx.cohortMembers.remove(ctx.project.id, cohortId, distinctId))) throw notFound()
  })
}

/** Each id once, in order; refuses the first that no person can have. */
function checkedIds(distinctIds: unknown, place: (index: number) => string): readonly string[] {
  if (!Array.isArray(distinctIds)) {
    const detail = `Expected a list of items but got type "${typeName(distinctIds)}".`
    throw invalidInput([violation('distinctIds', 'not_a_list', detail)])
  }
  const ids = new Set<string>()
  for (const [index, distinctId] of distinctIds.entries()) {
    if (typeof distinctId === 'string' && distinctId.trim() === '') continue
    const problem = distinctIdProblem(distinctId)
    if (problem) refuseIfAny([violation('distinctIds', problem.code, `${place(index)}: ${problem.detail}`)])
    ids.add(distinctId)
  }
  return [...ids]
}

async function changeMembers(
  ctx: ProjectContext,
  cohortId: number,
  change: (tx: Transaction) => Promise<unknown>,
): Promise<Cohort> {
  return changeProject(ctx, async (tx, projectVersion) => {
    await authorizeMember(tx, ctx)
    const before = await requireCohort(tx, ctx, cohortId)
    if (!before.isStatic) {
      const detail = 'Only a static cohort has a list of members; this one follows from its filters.'
      throw invalidInput([violation(null, 'invalid_input', detail)])
    }
    await change(tx)
    const { memberCount } = await requireCohort(tx, ctx, cohortId)
    return saveCohort(tx, ctx, before, { ...before, memberCount, projectVersion })
  })
}

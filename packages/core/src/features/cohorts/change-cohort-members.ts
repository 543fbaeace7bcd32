import type { Cohort } from '../../data/records/cohort.ts'
import type { Transaction, WriteOptions } from '../../data/store.ts'
import { type DomainError, invalidInput } from '../../foundation/errors/domain-error.ts'
import { recordNotFound } from '../../foundation/errors/record-not-found.ts'
import { visitYielding, yieldToOthers } from '../../foundation/time/yield.ts'
import { distinctIdProblem } from '../../foundation/validation/distinct-id.ts'
import { refuseIfAny } from '../../foundation/validation/refuse.ts'
import { violation } from '../../foundation/validation/violation.ts'
import { typeName } from '../../foundation/validation/violations-of.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import { authorizeMember } from '../../runtime/access/project-access.ts'
import { changeProject } from '../../runtime/change-project.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { authorizeCohortEdit } from './authorize-cohort-edit.ts'
import { distinctIdsInCsv } from './distinct-ids-in-csv.ts'
import { memberChunks } from './member-chunks.ts'
import { requireCohort } from './retrieve-cohort.ts'
import { saveMembers } from './save-cohort.ts'

/** Adds persons to a static cohort. Blank ids and those of members are passed over (COHORT-20). */
export async function addCohortMembers(
  ctx: ProjectContext,
  cohortId: number,
  distinctIds: readonly string[],
): Promise<Cohort> {
  authorize(ctx.actor, 'cohort:write')
  if (!Array.isArray(distinctIds)) throw notAList(distinctIds)
  const ids: string[] = []
  await visitYielding(distinctIds, (id, index) => take(ids, id, () => `item ${index + 1}`))
  return addMembers(ctx, cohortId, ids)
}

/** {@link addCohortMembers} with the ids that CSV text lists (COHORT-21). */
export async function addCohortMembersFromCsv(ctx: ProjectContext, cohortId: number, csv: string): Promise<Cohort> {
  authorize(ctx.actor, 'cohort:write')
  const ids: string[] = []
  await visitYielding(distinctIdsInCsv(csv), (listed) => {
    if (listed) take(ids, listed.distinctId, () => `line ${listed.line}`)
  })
  return addMembers(ctx, cohortId, ids)
}

/** Takes one person out of a static cohort. */
export async function removeCohortMember(ctx: ProjectContext, cohortId: number, distinctId: string): Promise<Cohort> {
  authorize(ctx.actor, 'cohort:write')
  return changeMembers(ctx, cohortId, async (tx) => {
    const isId = distinctIdProblem(distinctId) === undefined
    if (!isId || !(await tx.cohortMembers.remove(ctx.project.id, cohortId, distinctId)))
      throw recordNotFound('Cohort member', distinctId, ctx)
  })
}

/** Adds an id to the list unless it is blank; refuses one that no person can have. */
function take(ids: string[], distinctId: unknown, place: () => string): void {
  if (typeof distinctId === 'string' && distinctId.trim() === '') return
  const problem = distinctIdProblem(distinctId)
  if (problem) refuseIfAny([violation('distinctIds', problem.code, `${place()}: ${problem.detail}`)])
  // Whatever has no problem is text.
  ids.push(distinctId as string)
}

function notAList(value: unknown): DomainError {
  const detail = `Expected a list of items but got type "${typeName(value)}".`
  return invalidInput([violation('distinctIds', 'not_a_list', detail)])
}

/** All or none of them, however many; meanwhile this process goes on with its other work (COHORT-23). */
async function addMembers(ctx: ProjectContext, cohortId: number, ids: readonly string[]): Promise<Cohort> {
  const chunks = await memberChunks(ids)
  const addAll = async (tx: Transaction) => {
    for (const chunk of chunks) {
      await tx.cohortMembers.add(ctx.project.id, cohortId, chunk)
      // Some stores do all of their work before they answer.
      await yieldToOthers()
    }
  }
  return changeMembers(ctx, cohortId, addAll, { large: ids.length > LARGE_MEMBER_LIST })
}

/** From so many on, it takes some 10 ms to commit them. */
export const LARGE_MEMBER_LIST = 20_000

async function changeMembers(
  ctx: ProjectContext,
  cohortId: number,
  change: (tx: Transaction) => Promise<unknown>,
  options?: WriteOptions,
): Promise<Cohort> {
  const changeAndSave = async (tx: Transaction, projectVersion: number) => {
    const access = await authorizeMember(tx, ctx)
    const before = await requireCohort(tx, ctx, cohortId)
    await authorizeCohortEdit(tx, ctx, access, [before.id])
    if (!before.isStatic) {
      const detail = 'Only a static cohort has a list of members; this one follows from its filters.'
      throw invalidInput([violation(null, 'invalid_input', detail)])
    }
    await change(tx)
    const { memberCount } = await requireCohort(tx, ctx, cohortId)
    return saveMembers(tx, ctx, before, { ...before, memberCount, projectVersion })
  }
  return changeProject(ctx, changeAndSave, options)
}

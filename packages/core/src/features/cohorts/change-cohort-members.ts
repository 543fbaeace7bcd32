import type { Cohort } from '../../data/records/cohort.ts'
import type { Transaction, WriteOptions } from '../../data/store.ts'
import { type DomainError, invalidInput } from '../../foundation/errors/domain-error.ts'
import { recordNotFound } from '../../foundation/errors/record-not-found.ts'
import { mapYielding, timeSlice, visitYielding, yieldToOthers } from '../../foundation/time/yield.ts'
import { distinctIdProblem } from '../../foundation/validation/distinct-id.ts'
import { refuseIfAny } from '../../foundation/validation/refuse.ts'
import { violation } from '../../foundation/validation/violation.ts'
import { typeName } from '../../foundation/validation/violations-of.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import { authorizeMember } from '../../runtime/access/project-access.ts'
import { changeProject } from '../../runtime/change-project.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { idsOfPersons, type SoughtPerson } from '../../runtime/ids-of-persons.ts'
import { authorizeCohortEdit } from './authorize-cohort-edit.ts'
import { type CsvColumn, type CsvColumnKind, type CsvValue, csvLayout, csvValues } from './csv-column.ts'
import { idsOfEmails } from './ids-of-emails.ts'
import { memberChunks } from './member-chunks.ts'
import { requireCohort } from './retrieve-cohort.ts'
import { saveMembers } from './save-cohort.ts'

/** A cohort after its members were changed. */
export interface ChangedCohort extends Cohort {
  /** The number of added users that were not members before; 0 after a removal. */
  readonly addedCount: number
}

/** Adds users to a static cohort. Blank ids and ids of members are skipped (COHORT-20). */
export async function addCohortMembers(
  ctx: ProjectContext,
  cohortId: number,
  distinctIds: readonly string[],
): Promise<ChangedCohort> {
  authorize(ctx.actor, 'cohort:write')
  if (!Array.isArray(distinctIds)) throw notAList(distinctIds, 'distinctIds')
  const ids: string[] = []
  await visitYielding(distinctIds, (id, index) => {
    if (isMember(id, () => `item ${index + 1}`)) ids.push(id)
  })
  return addMembers(ctx, cohortId, ids)
}

/** Adds users by their UUIDs or by their distinct ids. If no user has one of the UUIDs, none is added (COHORT-36). */
export async function addCohortPersons(
  ctx: ProjectContext,
  cohortId: number,
  personIds: readonly string[],
): Promise<ChangedCohort> {
  authorize(ctx.actor, 'cohort:write')
  if (!Array.isArray(personIds)) throw notAList(personIds, 'personIds')
  const sought: SoughtPerson[] = []
  await visitYielding(personIds, (id, index) => {
    const place = `item ${index + 1}`
    if (isMember(id, () => place, 'personIds')) sought.push({ id, place })
  })
  return addMembers(ctx, cohortId, await idsOfPersons(ctx, sought, 'personIds'))
}

/** A cohort after members were added from CSV text, and the column of the members; null if every row is blank. */
export interface CohortFromCsv {
  readonly cohort: ChangedCohort
  readonly column: CsvColumn | null
}

/** Like {@link addCohortMembers}, with the users that CSV text lists (COHORT-21, COHORT-35). */
export async function addCohortMembersFromCsv(
  ctx: ProjectContext,
  cohortId: number,
  csv: string,
): Promise<CohortFromCsv> {
  authorize(ctx.actor, 'cohort:write')
  const layout = await resultYielding(csvLayout(csv))
  if (!layout) return { cohort: await addMembers(ctx, cohortId, []), column: null }
  const { kind, heading, position } = layout
  const values: CsvValue[] = []
  await visitYielding(csvValues(csv, layout), (listed) => {
    if (listed && isMember(listed.value, () => `line ${listed.line}`)) values.push(listed)
  })
  const cohort = await addMembers(ctx, cohortId, await idsOf[kind](ctx, values))
  return { cohort, column: { heading, position } }
}

const idsOf = {
  distinct_id: async (_, values) => mapYielding(values, ({ value }) => value),
  person_id: async (ctx, values) =>
    idsOfPersons(
      ctx,
      await mapYielding(values, ({ value, line }) => ({ id: value, place: `line ${line}` })),
      'distinctIds',
    ),
  email: idsOfEmails,
} satisfies Record<CsvColumnKind, (ctx: ProjectContext, values: readonly CsvValue[]) => Promise<readonly string[]>>

async function resultYielding<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  const slice = timeSlice()
  let step = steps.next()
  for (let index = 0; !step.done; index++) {
    const over = index % STEPS_A_LOOK === 0 && slice.yieldIfOver()
    if (over) await over
    step = steps.next()
  }
  return step.value
}

/** The number of steps between two checks of the clock, which take as long as a step. */
const STEPS_A_LOOK = 128

/** Removes one user from a static cohort. */
export async function removeCohortMember(ctx: ProjectContext, cohortId: number, distinctId: string): Promise<Cohort> {
  authorize(ctx.actor, 'cohort:write')
  return changeMembers(ctx, cohortId, async (tx) => {
    const isId = distinctIdProblem(distinctId) === undefined
    if (!isId || !(await tx.cohortMembers.remove(ctx.project.id, cohortId, distinctId)))
      throw recordNotFound('Cohort member', distinctId, ctx)
  })
}

/** Removes one user from a static cohort, by UUID or by distinct id (COHORT-37). */
export async function removeCohortPerson(ctx: ProjectContext, cohortId: number, personId: string): Promise<Cohort> {
  authorize(ctx.actor, 'cohort:write')
  const place = 'the person'
  const sought = isMember(personId, () => place, 'personId') ? [{ id: personId, place }] : []
  const [distinctId = ''] = await idsOfPersons(ctx, sought, 'personId')
  return removeCohortMember(ctx, cohortId, distinctId)
}

/** Whether a value names a member. Blank values are skipped, and invalid distinct ids are refused. */
function isMember(value: unknown, place: () => string, field = 'distinctIds'): value is string {
  if (typeof value === 'string' && value.trim() === '') return false
  const problem = distinctIdProblem(value)
  if (problem) refuseIfAny([violation(field, problem.code, `${place()}: ${problem.detail}`)])
  return true
}

function notAList(value: unknown, field: string): DomainError {
  const detail = `Expected a list of items but got type "${typeName(value)}".`
  return invalidInput([violation(field, 'not_a_list', detail)])
}

/** Adds all ids or none. The process continues with other work while it adds them (COHORT-23). */
async function addMembers(ctx: ProjectContext, cohortId: number, ids: readonly string[]): Promise<ChangedCohort> {
  const chunks = await memberChunks(ids)
  const addAll = async (tx: Transaction) => {
    for (const chunk of chunks) {
      await tx.cohortMembers.add(ctx.project.id, cohortId, chunk)
      // Some stores do all of their work synchronously.
      await yieldToOthers()
    }
  }
  return changeMembers(ctx, cohortId, addAll, { large: ids.length > LARGE_MEMBER_LIST })
}

/** Above this number, the commit takes about 10 ms. */
export const LARGE_MEMBER_LIST = 20_000

async function changeMembers(
  ctx: ProjectContext,
  cohortId: number,
  change: (tx: Transaction) => Promise<unknown>,
  options?: WriteOptions,
): Promise<ChangedCohort> {
  const changeAndSave = async (tx: Transaction, projectVersion: number) => {
    const access = await authorizeMember(tx, ctx)
    const before = await requireCohort(tx, ctx, cohortId)
    await authorizeCohortEdit(tx, ctx, access, [before.id])
    if (!before.isStatic) {
      const detail = 'Only static cohorts have a list of members. Change the filters of this cohort instead.'
      throw invalidInput([violation(null, 'invalid_input', detail)])
    }
    await change(tx)
    const { memberCount } = await requireCohort(tx, ctx, cohortId)
    const saved = await saveMembers(tx, ctx, before, { ...before, memberCount, projectVersion })
    // The project is locked, so no other write changes the number concurrently.
    return { ...saved, addedCount: Math.max(0, (memberCount ?? 0) - (before.memberCount ?? 0)) }
  }
  return changeProject(ctx, changeAndSave, options)
}

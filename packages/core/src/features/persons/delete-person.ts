import type { Transaction } from '../../data/store.ts'
import { recordNotFound } from '../../foundation/errors/record-not-found.ts'
import { requireStorable } from '../../foundation/validation/distinct-id.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import { authorizeMember } from '../../runtime/access/project-access.ts'
import { writeStore } from '../../runtime/change-project.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { storedBytes } from '../../runtime/stored-bytes.ts'
import { authorizeCohortEdit } from '../cohorts/authorize-cohort-edit.ts'
import { requireCohort } from '../cohorts/retrieve-cohort.ts'
import { saveMembers } from '../cohorts/save-cohort.ts'
import { countStoredBytes } from './count-stored-bytes.ts'

/**
 * Deletes all data about a person: properties, memberships in static cohorts, and the ids stored for flags (PERSON-5).
 * Refuses an id without data.
 */
export async function deletePerson(ctx: ProjectContext, distinctId: string): Promise<void> {
  authorize(ctx.actor, 'person:write')
  const id = requireStorable(distinctId, 'Person', ctx)
  const projectVersion = await writeStore(ctx, async (tx) => {
    // Locked before the project, in the same order as by events: they lock the project when they insert a person.
    const person = await tx.persons.lock(ctx.project.id, id)
    // Locked, so that no transaction adds the person to a cohort concurrently: the version increases if, and only if, a
    // cohort changes.
    await tx.projects.lock(ctx.project.id)
    const access = await authorizeMember(tx, ctx)
    if (person) await tx.persons.delete(ctx.project.id, id)
    const wasKept = await tx.hashKeyOverrides.delete(ctx.project.id, id)
    const cohortIds = await tx.cohortMembers.removeFromAll(ctx.project.id, id)
    await authorizeCohortEdit(tx, ctx, access, cohortIds)
    if (!person && !wasKept && cohortIds.length === 0) throw recordNotFound('Person', distinctId, ctx)
    const raisedVersion = cohortIds.length > 0 ? await cohortsChanged(tx, ctx, cohortIds) : undefined
    await countStoredBytes(tx, ctx, -storedBytes(id, person))
    return raisedVersion
  })
  if (projectVersion === undefined) return
  await ctx.snapshots.announce({ projectId: ctx.project.id, version: projectVersion })
}

/** Records that each of these cohorts has lost a member, like removing the person from it (COHORT-13). */
async function cohortsChanged(tx: Transaction, ctx: ProjectContext, cohortIds: readonly number[]): Promise<number> {
  const projectVersion = await tx.projects.raiseVersion(ctx.project.id)
  for (const cohortId of cohortIds) {
    const now = await requireCohort(tx, ctx, cohortId)
    const before = { ...now, memberCount: (now.memberCount ?? 0) + 1 }
    await saveMembers(tx, ctx, before, { ...now, projectVersion })
  }
  return projectVersion
}

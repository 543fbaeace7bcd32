import type { ReadTransaction } from '../../data/store.ts'
import { permissionDenied } from '../../foundation/errors/domain-error.ts'
import { firstNames } from '../../foundation/validation/listed.ts'
import { flagAccess } from '../../runtime/access/flag-access.ts'
import { flagReach, type ProjectAccess } from '../../runtime/access/project-access.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { CohortUsers } from './cohort-users.ts'

/**
 * Refuses callers without edit access to every live flag that depends on one of these cohorts, directly or through
 * other cohorts: a change of the cohort changes the results of those flags (COHORT-18). If the project is locked, the
 * result stays valid.
 */
export async function authorizeCohortEdit(
  tx: ReadTransaction,
  ctx: ProjectContext,
  access: ProjectAccess,
  cohortIds: readonly number[],
  users = new CohortUsers(tx, ctx.project.id),
): Promise<void> {
  if (flagReach(access, ctx.actor) === 'all') return
  const flags = await users.flagsOn(cohortIds)
  const accessTo = await flagAccess(tx, ctx, access, flags)
  const closed = flags.filter((flag) => !accessTo(flag).canEdit)
  if (closed.length === 0) return
  const names = firstNames(closed.map(({ id, key }) => ({ id, name: key })))
  throw permissionDenied(
    `You don't have edit permissions for every feature flag that depends on this cohort, directly or through other cohorts: ${names}.`,
  )
}

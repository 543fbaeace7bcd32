import { type Actor, userOf } from '../../data/records/actor.ts'
import type { Flag } from '../../data/records/flag.ts'
import { isAdmin } from '../../data/records/membership.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { permissionDenied } from '../../foundation/errors/domain-error.ts'
import { authorizeMember, type Caller, flagReach, type ProjectAccess } from './project-access.ts'

/** Names of how much the caller may do with one flag, from least to most. */
export type FlagUserAccessLevel = 'none' | 'viewer' | 'editor' | 'manager'

/** What the caller may do with one flag. */
export interface FlagAccess {
  readonly canEdit: boolean
  readonly userAccessLevel: FlagUserAccessLevel
}

/** What whoever may not edit a flag is told. */
export const NO_FLAG_EDIT = "You don't have edit permissions for this feature flag."

type AccessSubject = Pick<Flag, 'id' | 'createdBy'>

/** The one place that decides who may edit which of these flags. */
export async function flagAccess(
  tx: ReadTransaction,
  ctx: Pick<Caller, 'actor' | 'project'>,
  access: ProjectAccess,
  flags: readonly AccessSubject[],
): Promise<(flag: AccessSubject) => FlagAccess> {
  const reach = flagReach(access, ctx.actor)
  const granted =
    reach === 'granted' && access.roles.length > 0
      ? await tx.flagRoleAccess.flagsOpenTo(
          ctx.project.id,
          flags.map((flag) => flag.id),
          access.roles.map((role) => role.id),
        )
      : new Set<number>()
  return (flag) => {
    if (isManager(access, ctx.actor, flag)) return { canEdit: true, userAccessLevel: 'manager' }
    const canEdit = reach === 'all' || granted.has(flag.id)
    return { canEdit, userAccessLevel: canEdit ? 'editor' : 'viewer' }
  }
}

/** Refuses a caller who may not edit the flag; answers how the caller stands. */
export async function authorizeFlagEdit(tx: ReadTransaction, ctx: Caller, flag: AccessSubject): Promise<ProjectAccess> {
  const access = await authorizeMember(tx, ctx)
  await refuseUnlessEditor(tx, ctx, access, flag)
  return access
}

/** Refuses a member who stands so, and may not edit the flag. */
export async function refuseUnlessEditor(
  tx: ReadTransaction,
  ctx: Caller,
  access: ProjectAccess,
  flag: AccessSubject,
): Promise<void> {
  const accessTo = await flagAccess(tx, ctx, access, [flag])
  if (!accessTo(flag).canEdit) throw permissionDenied(NO_FLAG_EDIT)
}

function isManager(access: ProjectAccess, actor: Actor, flag: AccessSubject): boolean {
  if (actor.type === 'system') return true
  if (access.membership === null) return false
  return isAdmin(access.membership) || (flag.createdBy !== null && flag.createdBy.id === userOf(actor)?.id)
}

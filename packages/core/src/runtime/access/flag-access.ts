import { type Actor, userOf } from '../../data/records/actor.ts'
import type { Flag } from '../../data/records/flag.ts'
import { isAdmin } from '../../data/records/membership.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { permissionDenied } from '../../foundation/errors/domain-error.ts'
import { authorizeMember, type Caller, flagReach, type ProjectAccess } from './project-access.ts'

/** The names of the caller's levels for one flag, from least to most. */
export type FlagUserAccessLevel = 'none' | 'viewer' | 'editor' | 'manager'

/** The caller's permissions for one flag. */
export interface FlagAccess {
  readonly canEdit: boolean
  readonly userAccessLevel: FlagUserAccessLevel
}

/** The refusal of callers who cannot edit a flag. */
export const NO_FLAG_EDIT = "You don't have edit permissions for this feature flag."

type AccessSubject = Pick<Flag, 'id' | 'createdBy'>

/** Returns a function that returns the caller's permissions for each of these flags. No other code decides this. */
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

/** Refuses a caller who cannot edit the flag; returns the caller's current access. */
export async function authorizeFlagEdit(tx: ReadTransaction, ctx: Caller, flag: AccessSubject): Promise<ProjectAccess> {
  const access = await authorizeMember(tx, ctx)
  await refuseUnlessEditor(tx, ctx, access, flag)
  return access
}

/** Refuses a member who has this access and cannot edit the flag. */
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

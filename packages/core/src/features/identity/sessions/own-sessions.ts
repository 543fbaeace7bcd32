import { type UserActor, userOf } from '../../../data/records/actor.ts'
import type { Session } from '../../../data/records/session.ts'
import type { User } from '../../../data/records/user.ts'
import { permissionDenied } from '../../../foundation/errors/domain-error.ts'
import { recordNotFound } from '../../../foundation/errors/record-not-found.ts'
import { epochMsOf, timestampOf } from '../../../foundation/time/timestamp.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import { refuseDeadKey } from '../../../runtime/access/refuse-dead-key.ts'
import { takeCredentials } from '../../../runtime/change-project.ts'
import type { Context, OrganizationContext } from '../../../runtime/context.ts'
import { bySession, bySessionOf } from '../credentials-of.ts'
import { lockOrganization, refuseAbove, refuseUnlessAdmin, requireMembership } from '../people/lock-organization.ts'
import { requireSession } from './current-session.ts'

/**
 * Lists the sessions of the caller in the order of their start; the system names the user. Refuses restricted keys,
 * because a session gives more access than the key (SESS-12).
 */
export async function listSessions(ctx: Context, owner = userOf(ctx.actor)): Promise<readonly Session[]> {
  authorize(ctx.actor, 'user:read')
  const { id } = requireSelf(ctx, owner)
  const sessions = await ctx.store.read((tx) => tx.sessions.list(id))
  return sessions.filter(({ expiresAt }) => epochMsOf(expiresAt) > ctx.clock())
}

/** Ends one session of the caller; the system names the user. */
export async function endSession(ctx: Context, sessionId: string, owner = userOf(ctx.actor)): Promise<void> {
  authorize(ctx.actor, 'user:write')
  const { id } = requireSelf(ctx, owner)
  await takeCredentials(ctx, bySession(sessionId.toLowerCase()), async (tx) => {
    await refuseDeadKey(tx, ctx.actor)
    if (!(await tx.sessions.delete(id, sessionId.toLowerCase()))) throw recordNotFound('Session', sessionId)
  })
}

/** Ends the current session of the caller. */
export async function signOut(ctx: Context): Promise<void> {
  const { id, user } = requireSession(ctx.actor)
  await takeCredentials(ctx, bySession(id), (tx) => tx.sessions.delete(user.id, id))
}

/**
 * Ends all sessions of a member. Admins may do so for members up to their own level, and all members for themselves.
 */
export async function endMemberSessions(ctx: OrganizationContext, userUuid: string): Promise<void> {
  authorize(ctx.actor, 'organization_member:write')
  await takeCredentials(ctx, bySessionOf(userUuid.toLowerCase()), async (tx) => {
    const locked = await lockOrganization(tx, ctx)
    const { user, level } = await requireMembership(tx, ctx, userUuid)
    if (user.id !== userOf(ctx.actor)?.id) {
      refuseUnlessAdmin(locked)
      refuseAbove(locked, level)
    }
    await tx.users.lock(user.id)
    await tx.sessions.deleteOfUser(user.id, null)
    await tx.signInLinks.deleteMadeBefore(user.id, timestampOf(ctx.clock() + 1))
  })
}

function requireSelf({ actor }: Context, owner: User | null): User {
  if (actor.type === 'user' && isBound(actor.key)) {
    throw permissionDenied('A key that is limited to projects or organizations cannot access sessions.')
  }
  if (owner && (actor.type === 'system' || userOf(actor)?.id === owner.id)) return owner
  throw permissionDenied('Users can manage only their own sessions.')
}

function isBound(key: UserActor['key']): boolean {
  return Boolean(key?.scopedProjectIds ?? key?.scopedOrganizationIds)
}

import { type Session, SIGN_IN_LINK_TTL_MS } from '../../../data/records/session.ts'
import { DomainError } from '../../../foundation/errors/domain-error.ts'
import { epochMsOf, timestampOf } from '../../../foundation/time/timestamp.ts'
import { parseInput } from '../../../foundation/validation/parse-input.ts'
import { refuseDeadKey } from '../../../runtime/access/refuse-dead-key.ts'
import { takeCredentials } from '../../../runtime/change-project.ts'
import type { Context } from '../../../runtime/context.ts'
import { hashPassword, isPassword } from '../check-password.ts'
import { bySessionOf } from '../credentials-of.ts'
import { requireSession } from './current-session.ts'
import { rememberNetwork } from './known-networks.ts'
import { type ChangePasswordInput, changePasswordSchema } from './session-input.ts'

/**
 * Sets or changes the password of the caller, and ends all the caller's other sessions and links. Callers with a
 * password must send it, except in a session that a sign-in link started within half an hour: users request links if
 * they forgot their password.
 */
export async function changePassword(ctx: Context, input: ChangePasswordInput, network?: string): Promise<void> {
  const session = requireSession(ctx.actor)
  const { currentPassword, password } = parseInput(changePasswordSchema, input)
  const { id } = session.user
  const before = await ctx.store.read((tx) => tx.passwords.find(id))
  if (before !== undefined && !isFreshByLink(ctx, session)) await refuseUnlessCurrent(ctx, currentPassword, before)
  const hash = await hashPassword(ctx, password)
  await takeCredentials(ctx, bySessionOf(session.user.uuid, session), async (tx) => {
    await tx.users.lock(id)
    await refuseDeadKey(tx, ctx.actor)
    if ((await tx.passwords.find(id)) !== before) throw wrongCurrent(NOT_CURRENT)
    const now = ctx.clock()
    await tx.passwords.set(id, hash, timestampOf(now))
    await rememberNetwork(tx, session.user, network)
    await tx.sessions.deleteOfUser(id, session.id)
    await tx.signInLinks.deleteMadeBefore(id, timestampOf(now + 1))
  })
}

function isFreshByLink({ clock }: Context, { method, createdAt }: Session): boolean {
  return method === 'link' && clock() - epochMsOf(createdAt) < SIGN_IN_LINK_TTL_MS
}

async function refuseUnlessCurrent(ctx: Context, password: string | undefined, hash: string): Promise<void> {
  if (password === undefined) throw wrongCurrent('Send your current password as well.')
  if (!(await isPassword(ctx, password, hash))) throw wrongCurrent(NOT_CURRENT)
}

const NOT_CURRENT = 'This is not your current password.'

function wrongCurrent(detail: string): DomainError {
  return new DomainError('invalid_input', detail, 'currentPassword')
}

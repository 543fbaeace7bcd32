import type { Actor } from '../../../data/records/actor.ts'
import type { Session } from '../../../data/records/session.ts'
import type { User } from '../../../data/records/user.ts'
import { notFound, permissionDenied } from '../../../foundation/errors/domain-error.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import type { Context } from '../../../runtime/context.ts'
import { everyOrganization } from '../list-organizations.ts'
import type { OrganizationDetails } from '../retrieve-organization.ts'

/** The user of the session, with the organizations. */
export interface CurrentSession {
  readonly user: User
  /** Every organization that the caller has access to, with its projects. */
  readonly organizations: readonly OrganizationDetails[]
  /** Null for callers with a key. */
  readonly session: Session | null
}

/** Returns the user of a session or of a personal API key. */
export async function retrieveSession(ctx: Context): Promise<CurrentSession> {
  authorize(ctx.actor, 'user:read')
  if (ctx.actor.type !== 'user') throw notFound()
  const { user, session = null } = ctx.actor
  return { user, organizations: await everyOrganization(ctx), session }
}

/** Returns the session of the caller. Throws an error for a caller with a key. */
export function requireSession(actor: Actor): Session {
  if (actor.type === 'user' && actor.session) return actor.session
  throw permissionDenied('This requires a console session; a personal API key cannot do it.')
}

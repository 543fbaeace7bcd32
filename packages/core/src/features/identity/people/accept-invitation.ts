import type { UserActor } from '../../../data/records/actor.ts'
import type { Invitation } from '../../../data/records/invitation.ts'
import type { Membership } from '../../../data/records/membership.ts'
import type { Organization } from '../../../data/records/organization.ts'
import type { User } from '../../../data/records/user.ts'
import type { Transaction } from '../../../data/store.ts'
import { permissionDenied } from '../../../foundation/errors/domain-error.ts'
import { timestampOf } from '../../../foundation/time/timestamp.ts'
import { parseInput } from '../../../foundation/validation/parse-input.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import { refuseDeadKey } from '../../../runtime/access/refuse-dead-key.ts'
import { writeIdentity } from '../../../runtime/change-project.ts'
import type { Context } from '../../../runtime/context.ts'
import { hashPassword } from '../check-password.ts'
import { type CreatedKey, insertKey } from '../create-personal-api-key.ts'
import { hashKey } from '../hash-key.ts'
import {
  type NewSession,
  newSession,
  type SignedIn,
  type SignInClient,
  startSession,
} from '../sessions/start-session.ts'
import {
  type AcceptAsUserInput,
  type AcceptInvitationInput,
  acceptAsUserSchema,
  acceptInvitationSchema,
} from './invitation-input.ts'
import { joinOrganization } from './join-organization.ts'
import { requireOpen, takeInvitation } from './open-invitation.ts'

/** The organization that a user joined. */
export interface JoinedOrganization {
  readonly organization: Organization
  readonly membership: Membership
  /**
   * A key that gives access to this organization, whose value cannot be read again. Null if the user has keys already.
   */
  readonly created: CreatedKey | null
  /** The session, instead of a key, for a user who set a password. */
  readonly signedIn: SignedIn | null
}

/**
 * Accepts an invitation for a person who belongs to no organization yet. Creates the user, if there is none, and a key
 * for this organization. Members of other organizations use {@link acceptAsUser}.
 */
export async function acceptInvitation(
  ctx: Context,
  token: string,
  input: AcceptInvitationInput,
  client: SignInClient = { browser: '' },
): Promise<JoinedOrganization> {
  const { password, ...names } = parseInput(acceptInvitationSchema, input)
  const secureToken = await hashKey(token)
  // Clients without an invitation must not make writers wait.
  await ctx.store.read((tx) => requireOpen(tx, ctx, secureToken))
  const entrance = password === undefined ? undefined : await newEntrance(ctx, password, client)
  const value = ctx.ids.secret('phx_')
  return writeIdentity(ctx, async (tx) => {
    const { invitation, organization } = await takeInvitation(tx, ctx, secureToken)
    if (entrance) await refuseKnown(tx, invitation)
    const found = await userFor(tx, ctx, invitation, names)
    const user = entrance ? await unverified(tx, found) : found
    const membership = await joinOrganization(tx, ctx, { invitation, organization, user })
    if (entrance) {
      const signedIn = await enter(tx, ctx, user, entrance)
      return { organization, membership, created: null, signedIn }
    }
    const key = await insertKey(tx, asUser(ctx, user), keyFor(user, organization), value)
    return { organization, membership, created: { key, value }, signedIn: null }
  })
}

/** Accepts an invitation as the invited user, who must not use a restricted key. */
export async function acceptAsUser(ctx: Context, input: AcceptAsUserInput): Promise<JoinedOrganization> {
  const user = authorizeWholeUser(ctx)
  const { token } = parseInput(acceptAsUserSchema, input)
  const secureToken = await hashKey(token)
  await ctx.store.read(async (tx) => refuseForeign(await requireOpen(tx, ctx, secureToken), user))
  return writeIdentity(ctx, async (tx) => {
    await refuseDeadKey(tx, ctx.actor)
    const { invitation, organization } = await takeInvitation(tx, ctx, secureToken)
    const membership = await joinOrganization(tx, ctx, { invitation, organization, user })
    return { organization, membership, created: null, signedIn: null }
  })
}

/** A password, and the session that starts with it. */
interface Entrance {
  readonly hash: string
  readonly opened: NewSession
}

async function newEntrance(ctx: Context, password: string, client: SignInClient): Promise<Entrance> {
  return { hash: await hashPassword(ctx, password), opened: await newSession(ctx, 'invitation', client) }
}

/**
 * Marks the address as unverified: other users have seen the invitation link, so it does not prove ownership, even if
 * the address was verified before.
 */
async function unverified(tx: Transaction, user: User): Promise<User> {
  if (user.isEmailVerified === null) return user
  const changed = { ...user, isEmailVerified: null }
  await tx.users.update(changed)
  return changed
}

async function enter(tx: Transaction, ctx: Context, user: User, { hash, opened }: Entrance): Promise<SignedIn> {
  await tx.passwords.set(user.id, hash, timestampOf(ctx.clock()))
  return startSession(tx, ctx, user, opened)
}

function authorizeWholeUser({ actor }: Context): User {
  authorize(actor, 'user:write')
  if (actor.type !== 'user') throw permissionDenied('Only a user can accept an invitation.')
  if (actor.key?.scopedProjectIds || actor.key?.scopedOrganizationIds) {
    throw permissionDenied(
      'A key that is limited to projects or organizations cannot accept an invitation to another organization.',
    )
  }
  return actor.user
}

function refuseForeign({ email }: Invitation, user: User): void {
  if (user.email !== email) throw permissionDenied('This invitation is for another e-mail address.')
}

/** Refuses to set the password of an existing user, because the inviting user sees the link (SESS-10). */
async function refuseKnown(tx: Transaction, { email }: Invitation): Promise<void> {
  const user = await tx.users.findByEmail(email)
  // A user without organizations and sign-in methods has nothing that could be taken over: all access has ended
  // (SESS-13, SESS-19).
  if (!user) return
  const isMember = (await tx.memberships.ofUser(user.id)).length > 0
  if (!isMember && !(await hasWayIn(tx, user))) return
  throw permissionDenied(
    'A user with this e-mail address already exists: accept the invitation without a password, and sign in with your existing password or with a link from your administrator.',
  )
}

async function hasWayIn(tx: Transaction, { id }: User): Promise<boolean> {
  return (await tx.passwords.find(id)) !== undefined || (await tx.openIdAccounts.ofUser(id)).length > 0
}

/** Returns the invited user, and creates the user if there is none. */
async function userFor(
  tx: Transaction,
  ctx: Context,
  { email, firstName: suggested }: Invitation,
  { firstName = suggested, lastName = '' }: Pick<AcceptInvitationInput, 'firstName' | 'lastName'>,
): Promise<User> {
  const known = await tx.users.findByEmail(email)
  // Locked before other records of the user change: see `UserTable.lock`.
  const user = known && (await tx.users.lock(known.id))
  if (!user) return tx.users.insert(newUser(ctx, { email, firstName, lastName }))
  // Users who belong to an organization must accept the invitation themselves (PEOPLE-12).
  if ((await tx.memberships.ofUser(user.id)).length === 0) return user
  throw permissionDenied(
    'The user with this e-mail address belongs to another organization, and must accept with a personal API key.',
  )
}

function newUser(ctx: Context, names: Pick<User, 'email' | 'firstName' | 'lastName'>): Omit<User, 'id'> {
  return {
    uuid: ctx.ids.uuid(),
    distinctId: ctx.ids.uuid(),
    ...names,
    isEmailVerified: null,
    createdAt: timestampOf(ctx.clock()),
  }
}

function keyFor(user: User, organization: Organization) {
  return { user, label: 'Invitation', scopes: ['*'], scopedOrganizationIds: [organization.id] } as const
}

/** Returns the context with the new member as the actor of the changes. */
function asUser<Ctx extends Context>(ctx: Ctx, user: User): Ctx & { readonly actor: UserActor } {
  return { ...ctx, actor: { type: 'user', user, key: null } }
}

import type { OpenIdAccount } from '../../../data/records/openid-account.ts'
import type { User } from '../../../data/records/user.ts'
import type { Transaction } from '../../../data/store.ts'
import { DomainError } from '../../../foundation/errors/domain-error.ts'
import { timestampOf } from '../../../foundation/time/timestamp.ts'
import { takeCredentials } from '../../../runtime/change-project.ts'
import type { Context } from '../../../runtime/context.ts'
import type { CameBy } from '../credentials-of.ts'
import { tellOfMember } from '../people/member-activity.ts'
import { keptIdentity, type OpenIdIdentity, type OpenIdNewcomers, type OpenIdRefusal } from './openid-identity.ts'
import { newSession, type SignedIn, type SignInClient, startSession } from './start-session.ts'
import { beforeVerified, verifyAddress } from './verify-address.ts'

/**
 * Signs in a user of a provider: by the account there, or on the first sign-in by an address that is verified there.
 * The address must belong to a member or, if this is allowed, the user becomes a new member (SESS-16, SESS-18).
 */
export async function signInByOpenId(
  ctx: Context,
  identity: OpenIdIdentity,
  newcomers: OpenIdNewcomers | null,
  client: SignInClient,
): Promise<SignedIn | OpenIdRefusal> {
  const kept = keptIdentity(identity)
  if (!kept) return 'unverified'
  const opened = await newSession(ctx, 'openid', client)
  let isGone: CameBy = () => false
  const enter = () =>
    takeCredentials<SignedIn | OpenIdRefusal>(
      ctx,
      (actor) => isGone(actor),
      async (tx) => {
        const found = (await userOfAccount(tx, kept)) ?? (await userByAddress(tx, ctx, kept, newcomers))
        if (typeof found === 'string') return found
        isGone = beforeVerified(found)
        return startSession(tx, ctx, found, opened)
      },
    )
  // If two first sign-ins run concurrently, the second retries and finds the records of the first.
  return enter().catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'unique') return enter()
    throw error
  })
}

async function userOfAccount(tx: Transaction, { issuer, subject }: OpenIdIdentity): Promise<User | undefined> {
  const account = await tx.openIdAccounts.find(issuer, subject)
  if (!account) return undefined
  // If another transaction removes the user now, it also deletes the account.
  await tx.users.lock(account.user.id)
  return (await tx.openIdAccounts.find(issuer, subject))?.user
}

async function userByAddress(
  tx: Transaction,
  ctx: Context,
  identity: OpenIdIdentity,
  newcomers: OpenIdNewcomers | null,
): Promise<User | OpenIdRefusal> {
  const { email, isEmailVerified } = identity
  if (email === null || !isEmailVerified) return 'unverified'
  const known = await tx.users.findByEmail(email)
  if (known) return linkMember(tx, ctx, identity, known.id)
  const domain = email.slice(email.indexOf('@') + 1)
  return newcomers?.domains.includes(domain) ? addMember(tx, ctx, { ...identity, email }, newcomers) : 'no_member'
}

async function linkMember(
  tx: Transaction,
  ctx: Context,
  identity: OpenIdIdentity,
  userId: number,
): Promise<User | OpenIdRefusal> {
  const user = await tx.users.lock(userId)
  // A removed user can return only by an invitation (SESS-19).
  if (!user || (await tx.memberships.ofUser(userId)).length === 0) return 'no_member'
  const accounts = await tx.openIdAccounts.ofUser(userId)
  if (accounts.some(({ issuer }) => issuer === identity.issuer)) return 'other_account'
  await tx.openIdAccounts.insert(newAccount(ctx, identity, user))
  return user.isEmailVerified === true ? user : verifyAddress(tx, ctx, user)
}

/** Adds a user to the organization of the first project. */
async function addMember(
  tx: Transaction,
  ctx: Context,
  identity: OpenIdIdentity & { readonly email: string },
  { level }: OpenIdNewcomers,
): Promise<User | OpenIdRefusal> {
  const project = await tx.projects.first()
  const organization = project && (await tx.organizations.lock(project.organizationId))
  if (!organization) return 'no_member'
  const now = timestampOf(ctx.clock())
  const { email, firstName, lastName } = identity
  const named = { email, firstName, lastName, isEmailVerified: true, createdAt: now }
  const user = await tx.users.insert({ uuid: ctx.ids.uuid(), distinctId: ctx.ids.uuid(), ...named })
  await tx.openIdAccounts.insert(newAccount(ctx, identity, user))
  const membership = { id: ctx.ids.uuid(), organizationId: organization.id, user, level, joinedAt: now, updatedAt: now }
  await tx.memberships.insert(membership)
  const telling = { ...ctx, organization, actor: { type: 'user', user, key: null } } as const
  await tellOfMember(tx, telling, user, { before: null, after: membership })
  return user
}

function newAccount(
  { ids, clock }: Pick<Context, 'ids' | 'clock'>,
  { issuer, subject }: OpenIdIdentity,
  user: User,
): OpenIdAccount {
  return { id: ids.uuid(), issuer, subject, user, createdAt: timestampOf(clock()) }
}

import { SIGN_IN_LINK_TTL_MS, type SignInLink } from '../../../data/records/session.ts'
import type { User } from '../../../data/records/user.ts'
import type { ReadTransaction, Transaction } from '../../../data/store.ts'
import { DomainError, notFound, permissionDenied } from '../../../foundation/errors/domain-error.ts'
import { DAY_MS } from '../../../foundation/time/durations.ts'
import { epochMsOf, timestampOf } from '../../../foundation/time/timestamp.ts'
import { parseInput } from '../../../foundation/validation/parse-input.ts'
import { takeCredentials, writeStore } from '../../../runtime/change-project.ts'
import type { Context } from '../../../runtime/context.ts'
import type { CameBy } from '../credentials-of.ts'
import { hashKey } from '../hash-key.ts'
import { mayBeOfOthers } from './end-entrances.ts'
import { type SignInByLinkInput, signInByLinkSchema } from './session-input.ts'
import { newSession, type SignedIn, type SignInClient, startSession } from './start-session.ts'
import { beforeVerified, verifyAddress } from './verify-address.ts'

/** How long used links are stored, so that the error of a second use can state the reason. */
const REMEMBERED_MS = 7 * DAY_MS

/** How users get another link (SESS-2). */
const ANOTHER = 'Ask your administrator for a new one, created with: flagdeck sign-in'

/** A link with its token, which cannot be read again. */
export interface NewSignInLink {
  readonly link: SignInLink
  readonly token: string
}

/**
 * Creates a link with which a user can sign in once without a password, within half an hour. Only operators of the
 * server may create one.
 */
export async function createSignInLink(ctx: Context, user: User): Promise<NewSignInLink> {
  if (ctx.actor.type !== 'system') throw permissionDenied('Only the system can create sign-in links.')
  const token = ctx.ids.secret('phl_')
  const now = ctx.clock()
  const link = {
    id: ctx.ids.uuid(),
    user,
    secureToken: await hashKey(token),
    createdAt: timestampOf(now),
    expiresAt: timestampOf(now + SIGN_IN_LINK_TTL_MS),
    usedAt: null,
  }
  await writeStore(ctx, async (tx) => {
    await tx.signInLinks.deleteMadeBefore(user.id, timestampOf(now - REMEMBERED_MS))
    await tx.signInLinks.insert(link)
  })
  return { link, token }
}

/**
 * Signs in a user by a link, once: of several concurrent uses, one succeeds (SESS-2). An operator sent the link to the
 * address of the user, so the address counts as verified (SESS-29).
 */
export async function signInByLink(ctx: Context, input: SignInByLinkInput, client: SignInClient): Promise<SignedIn> {
  const { token } = parseInput(signInByLinkSchema, input)
  const secureToken = await hashKey(token)
  // Clients without a link must not make writers wait.
  await ctx.store.read((tx) => requireGood(tx, ctx, secureToken))
  const opened = await newSession(ctx, 'link', client)
  let isGone: CameBy = () => false
  return takeCredentials(
    ctx,
    (actor) => isGone(actor),
    async (tx) => {
      const link = await requireGood(tx, ctx, secureToken)
      // If another transaction changes the password now, it also ends this link.
      const user = (await tx.users.lock(link.user.id)) ?? link.user
      if (!(await tx.signInLinks.use(user.id, link.id, timestampOf(ctx.clock())))) throw usedLink()
      if (user.isEmailVerified === true) return startSession(tx, ctx, user, opened)
      if (!(await mayBeOfOthers(tx, user))) return startSession(tx, ctx, await vouchFor(tx, user), opened)
      isGone = beforeVerified(user)
      // This link is not deleted, so that a second use reports that it was used.
      return startSession(tx, ctx, await verifyAddress(tx, ctx, user, link.createdAt), opened)
    },
  )
}

/**
 * Returns the address of a console page that takes a token. The token is after the `#`, so no server or log receives
 * it, and programs that preview links do not use it up.
 */
export function consoleLink(baseUrl: string, page: 'sign-in' | 'invitation', token: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/console/#/${page}/${token}`
}

async function vouchFor(tx: Transaction, user: User): Promise<User> {
  const verified = { ...user, isEmailVerified: true }
  await tx.users.update(verified)
  return verified
}

async function requireGood(
  tx: ReadTransaction,
  { clock }: Pick<Context, 'clock'>,
  secureToken: string,
): Promise<SignInLink> {
  const link = await tx.signInLinks.findBySecureToken(secureToken)
  if (!link) throw notFound(`This sign-in link does not exist. ${ANOTHER}`)
  if (link.usedAt !== null) throw usedLink()
  if (epochMsOf(link.expiresAt) <= clock()) {
    throw new DomainError('gone', `This sign-in link has expired; links work for 30 minutes. ${ANOTHER}`)
  }
  return link
}

function usedLink(): DomainError {
  return new DomainError('gone', `This sign-in link was already used; each link works once. ${ANOTHER}`)
}

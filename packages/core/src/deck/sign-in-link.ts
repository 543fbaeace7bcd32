import type { User } from '../data/records/user.ts'
import { consoleLink, createSignInLink } from '../features/identity/sessions/sign-in-link.ts'
import { notFound, permissionDenied } from '../foundation/errors/domain-error.ts'
import { emailAddressOf } from '../foundation/validation/email-address.ts'
import type { Context } from '../runtime/context.ts'

/** Options of a sign-in link. */
export interface SignInLinkOptions {
  /**
   * The URL where the API is mounted: `/admin/flags`, or `https://example.com/admin/flags`. Without it, the link starts
   * with `/console/`.
   */
  readonly baseUrl?: string
}

/** Returns a link that signs a user of this installation in to the console; see `Flagdeck.signInLink`. */
export async function signInLink(
  ctx: Context,
  { email }: Pick<User, 'email'>,
  { baseUrl = '' }: SignInLinkOptions = {},
): Promise<string> {
  // Checked before the address is looked up: a user must not learn which addresses have an account.
  if (ctx.actor.type !== 'system') throw permissionDenied('Only the system can create sign-in links.')
  const address = emailAddressOf(email)
  const user = address && (await ctx.store.read((tx) => tx.users.findByEmail(address)))
  if (!user) throw notFound(`There is no user with the e-mail address ${email}.`)
  const { token } = await createSignInLink(ctx, user)
  return consoleLink(baseUrl, 'sign-in', token)
}

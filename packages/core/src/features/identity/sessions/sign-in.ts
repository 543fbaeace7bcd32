import type { User } from '../../../data/records/user.ts'
import { DomainError } from '../../../foundation/errors/domain-error.ts'
import { parseInput } from '../../../foundation/validation/parse-input.ts'
import { writeStore } from '../../../runtime/change-project.ts'
import type { Context } from '../../../runtime/context.ts'
import { isPassword } from '../check-password.ts'
import { type SignInInput, signInSchema } from './session-input.ts'
import { newSession, type SignedIn, type SignInClient, startSession } from './start-session.ts'

/**
 * Signs in a user with a password. An unknown user gets the same error as a wrong password, after the same time
 * (SESS-4).
 */
export async function signIn(ctx: Context, input: SignInInput, client: SignInClient): Promise<SignedIn> {
  const { email, password } = parseInput(signInSchema, input)
  const { user, hash } = await lookUp(ctx, email)
  if (!(await isPassword(ctx, password, hash)) || !user) throw wrongPassword()
  const opened = await newSession(ctx, 'password', client)
  return writeStore(ctx, async (tx) => {
    // The password may have been changed since the comparison, or by a concurrent transaction.
    await tx.users.lock(user.id)
    if ((await tx.passwords.find(user.id)) !== hash) throw wrongPassword()
    return startSession(tx, ctx, user, opened)
  })
}

interface Found {
  readonly user: User | undefined
  readonly hash: string | undefined
}

function lookUp({ store }: Context, email: string): Promise<Found> {
  return store.read(async (tx) => {
    const user = await tx.users.findByEmail(email)
    return { user, hash: user && (await tx.passwords.find(user.id)) }
  })
}

function wrongPassword(): DomainError {
  return new DomainError('authentication_failed', 'The e-mail address or the password is wrong.')
}

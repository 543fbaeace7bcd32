import type { Context } from '../../../runtime/context.ts'

/** The sign-in methods of this server, which are public. */
export interface SignInWays {
  readonly password: boolean
  /** Whether no password has been set yet. If so, sign-in links are for all users. */
  readonly firstStart: boolean
}

/** Returns the sign-in methods, without information about users. */
export async function signInWays({ store, passwords }: Pick<Context, 'store' | 'passwords'>): Promise<SignInWays> {
  return { password: passwords !== null, firstStart: !(await store.read((tx) => tx.passwords.any())) }
}

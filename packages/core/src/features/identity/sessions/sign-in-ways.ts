import type { Context } from '../../../runtime/context.ts'

/** How people sign in, for whoever asks. */
export interface SignInWays {
  readonly password: boolean
  /** Whether nobody has set a password yet: then links are for everybody. */
  readonly firstStart: boolean
}

/** Tells how to sign in; nothing of who does. */
export async function signInWays({ store, passwords }: Pick<Context, 'store' | 'passwords'>): Promise<SignInWays> {
  return { password: passwords !== null, firstStart: !(await store.read((tx) => tx.passwords.any())) }
}

import { permissionDenied } from '../../foundation/errors/domain-error.ts'
import type { Context } from '../../runtime/context.ts'
import type { PasswordHasher } from '../../runtime/secrets/password-hasher.ts'

/** Returns the password hasher. Throws an error if this server has no passwords. */
function requirePasswords({ passwords }: Pick<Context, 'passwords'>): PasswordHasher {
  if (passwords) return passwords
  throw permissionDenied('Sign-in by password is not available: ask for a sign-in link.')
}

/** Returns the hash of a new password. */
export function hashPassword(ctx: Pick<Context, 'passwords'>, password: string): Promise<string> {
  return requirePasswords(ctx).hash(asTyped(password))
}

/**
 * Whether the hash is of this password. It takes the same time without a hash, so that clients cannot find out whether
 * there is one.
 */
export async function isPassword(
  ctx: Pick<Context, 'passwords'>,
  password: string,
  hash: string | undefined,
): Promise<boolean> {
  const passwords = requirePasswords(ctx)
  if (hash !== undefined) return passwords.matches(asTyped(password), hash)
  await passwords.hash(asTyped(password))
  return false
}

/** Normalizes the password: some keyboards send an accented letter as one character, others as two. */
function asTyped(password: string): string {
  return password.normalize('NFC')
}

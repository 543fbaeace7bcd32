import { permissionDenied } from '../../foundation/errors/domain-error.ts'
import type { Context } from '../../runtime/context.ts'
import type { PasswordHasher } from '../../runtime/secrets/password-hasher.ts'

/** What hashes passwords, or the refusal that nobody has any here. */
function requirePasswords({ passwords }: Pick<Context, 'passwords'>): PasswordHasher {
  if (passwords) return passwords
  throw permissionDenied('Sign-in by password is not available: ask for a sign-in link.')
}

/** The hash of a new password. */
export function hashPassword(ctx: Pick<Context, 'passwords'>, password: string): Promise<string> {
  return requirePasswords(ctx).hash(asTyped(password))
}

/** Whether the hash is of this password. Takes the same time where there is no hash, so that nobody learns whether there is. */
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

/** One keyboard sends an accented letter as one character, another as two. */
function asTyped(password: string): string {
  return password.normalize('NFC')
}

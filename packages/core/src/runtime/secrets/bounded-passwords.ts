import { boundedTurns } from '../bounded-turns.ts'
import type { PasswordHasher } from './password-hasher.ts'

// Each takes 32 MiB and a thread that others need too.
// Bound: OUT-8 waiting-passwords
const LIMITS = { running: 2, waiting: 32, refusal: 'Too many users are signing in at the same time. Please try again.' }

/** The same hasher, a few passwords at a time: unauthenticated clients decide how many requests come (SESS-6). */
export function boundedPasswords({ hash, matches }: PasswordHasher): PasswordHasher {
  const inTurn = boundedTurns(LIMITS)
  return {
    hash: (password) => inTurn(() => hash(password)),
    matches: (password, hashed) => inTurn(() => matches(password, hashed)),
  }
}

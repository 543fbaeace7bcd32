import { boundedTurns } from '../bounded-turns.ts'
import type { PasswordHasher } from './password-hasher.ts'

// Each hash takes 32 MiB, and a thread that other work needs too.
// Bound: OUT-8 waiting-passwords
const LIMITS = { running: 2, waiting: 32, refusal: 'Too many users are signing in at the same time. Please try again.' }

/**
 * Returns the same hasher, limited to a few passwords at a time: unauthenticated clients decide how many requests
 * arrive (SESS-6).
 */
export function boundedPasswords({ hash, matches }: PasswordHasher): PasswordHasher {
  const inTurn = boundedTurns(LIMITS)
  return {
    hash: (password) => inTurn(() => hash(password)),
    matches: (password, hashed) => inTurn(() => matches(password, hashed)),
  }
}

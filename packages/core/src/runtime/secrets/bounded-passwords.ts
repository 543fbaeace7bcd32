import { DomainError } from '../../foundation/errors/domain-error.ts'
import type { PasswordHasher } from './password-hasher.ts'

/** Each takes 32 MiB and a thread that others want too. */
const MAX_AT_ONCE = 2
const MAX_WAITING = 32

/** The same hasher, a few passwords at a time: strangers decide how many are asked for (SESS-6). */
export function boundedPasswords({ hash, matches }: PasswordHasher): PasswordHasher {
  // Bound: OUT-8 waiting-passwords
  const waiting: (() => void)[] = []
  let running = 0
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (waiting.length >= MAX_WAITING) {
      throw new DomainError('throttled', 'Too many people are signing in at once. Please try again.')
    }
    if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
  return {
    hash: (password) => inTurn(() => hash(password)),
    matches: (password, hashed) => inTurn(() => matches(password, hashed)),
  }
}

import type { PasswordHasher } from '../runtime/secrets/password-hasher.ts'

/** A hasher that is fast, insecure, and counts its calls. */
export interface QuickPasswords extends PasswordHasher {
  /** Returns how many passwords were hashed, to store or to compare them. */
  asked(): number
}

/** Returns a new hasher for one test. */
export function quickPasswords(): QuickPasswords {
  let asked = 0
  const hashed = (password: string) => {
    asked++
    return `quick$${password}`
  }
  return {
    hash: async (password) => hashed(password),
    matches: async (password, hash) => hashed(password) === hash,
    asked: () => asked,
  }
}

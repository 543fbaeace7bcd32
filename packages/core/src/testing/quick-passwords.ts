import type { PasswordHasher } from '../runtime/secrets/password-hasher.ts'

/** A hasher that costs nothing and protects nothing, and counts what it was asked for. */
export interface QuickPasswords extends PasswordHasher {
  /** How many passwords were hashed, to be kept or to be compared. */
  asked(): number
}

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

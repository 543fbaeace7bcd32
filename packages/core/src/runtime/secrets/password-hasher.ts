/** Hashes passwords so that each guess costs time and memory. Slow work: done elsewhere than where requests are answered. */
export interface PasswordHasher {
  /** A new hash with a salt of its own, and with the parameters that it was made with. */
  hash(password: string): Promise<string>
  /** Whether the hash is of this password. Takes as long as making one. */
  matches(password: string, hash: string): Promise<boolean>
}

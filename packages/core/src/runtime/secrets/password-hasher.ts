/**
 * Hashes passwords so that each guess costs time and memory. The slow work runs outside the thread that answers
 * requests.
 */
export interface PasswordHasher {
  /** Returns a new hash with a new salt, which contains the parameters that it was made with. */
  hash(password: string): Promise<string>
  /** Whether the hash belongs to this password. Takes as long as `hash`. */
  matches(password: string, hash: string): Promise<boolean>
}

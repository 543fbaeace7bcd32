import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { PersonalApiKey } from '../records/personal-api-key.ts'

/** What is asked about personal API keys. */
export interface PersonalApiKeyReader {
  /** Look-up by hash: the value itself is never stored. */
  findBySecureValue(secureValue: string): Promise<PersonalApiKey | undefined>
  find(userId: number, keyId: string): Promise<PersonalApiKey | undefined>
  /** Whether a key of this hash was there once and is gone for good. */
  isRetired(secureValue: string): Promise<boolean>
  /** Keys of one user in the order they were made, then by id. */
  list(userId: number): Promise<readonly PersonalApiKey[]>
}

/** What is asked about personal API keys, and how it is changed. */
export interface PersonalApiKeyTable extends PersonalApiKeyReader {
  /** Hashes are unique (`personal_api_keys_secure_value`). */
  insert(key: PersonalApiKey): Promise<void>
  /** Replaces everything but whose it is, and when it was made and used. */
  update(key: PersonalApiKey): Promise<void>
  /** Notes that the key was used; a key that is gone is none of our business. */
  touch(userId: number, keyId: string, lastUsedAt: Timestamp): Promise<void>
  /** Whether there was such a key. */
  delete(userId: number, keyId: string): Promise<boolean>
  /** Remembers a hash that no key has any more; again is no error. */
  retire(secureValue: string, retiredAt: Timestamp): Promise<void>
}

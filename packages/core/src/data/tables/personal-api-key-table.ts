import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { PersonalApiKey } from '../records/personal-api-key.ts'

/** Queries on personal API keys. */
export interface PersonalApiKeyReader {
  /** Finds a key by its hash: the value itself is never stored. */
  findBySecureValue(secureValue: string): Promise<PersonalApiKey | undefined>
  find(userId: number, keyId: string): Promise<PersonalApiKey | undefined>
  /** Whether a key with this hash existed and was permanently deleted. */
  isRetired(secureValue: string): Promise<boolean>
  /** Returns the keys of one user in the order of creation, then by id. */
  list(userId: number): Promise<readonly PersonalApiKey[]>
}

/** Queries on and changes of personal API keys. */
export interface PersonalApiKeyTable extends PersonalApiKeyReader {
  /** Hashes are unique (`personal_api_keys_secure_value`). */
  insert(key: PersonalApiKey): Promise<void>
  /** Replaces all fields except the user, the creation time and the last use. */
  update(key: PersonalApiKey): Promise<void>
  /** Stores the last use of a key. Does nothing if the key was deleted. */
  touch(userId: number, keyId: string, lastUsedAt: Timestamp): Promise<void>
  /** Returns whether the key existed. */
  delete(userId: number, keyId: string): Promise<boolean>
  /** Stores the hash of a deleted key. A repeated call is not an error. */
  retire(secureValue: string, retiredAt: Timestamp): Promise<void>
}

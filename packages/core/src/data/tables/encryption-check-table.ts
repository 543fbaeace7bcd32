import type { Timestamp } from '../../foundation/time/timestamp.ts'

/**
 * Reads the check value: a text that only the encryption key of the payloads decrypts. The database has at most one.
 */
export interface EncryptionCheckReader {
  /** Undefined until the first payload is encrypted. */
  find(): Promise<string | undefined>
}

/** Reads and replaces the check value. */
export interface EncryptionCheckTable extends EncryptionCheckReader {
  /** Replaces the check value. */
  set(sealed: string, changedAt: Timestamp): Promise<void>
}

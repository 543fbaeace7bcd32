import type { Timestamp } from '../../foundation/time/timestamp.ts'

/** Reads the check value: a text that only the key opens that payloads are encrypted with. The database has at most one. */
export interface EncryptionCheckReader {
  /** Undefined while no payload was ever encrypted. */
  find(): Promise<string | undefined>
}

/** Reads and replaces the check value. */
export interface EncryptionCheckTable extends EncryptionCheckReader {
  /** Replaces the check value. */
  set(sealed: string, changedAt: Timestamp): Promise<void>
}

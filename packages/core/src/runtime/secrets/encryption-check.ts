import type { Store, Transaction } from '../../data/store.ts'
import { DomainError } from '../../foundation/errors/domain-error.ts'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import type { Context } from '../context.ts'
import { type PayloadCipher, payloadCipher } from './payload-cipher.ts'

type EncryptionStatus = 'unused' | 'ok' | 'missing' | 'wrong'

/** The text that the check value encrypts, as JSON. */
const PROOF = '"flagdeck"'

/**
 * Compares keys with the check value of the database (FLAG-131).
 * @param keys null where none is set
 * @returns `unused` while no payload was ever encrypted, `missing` when some are and no key is set, `wrong` for another key;
 *   and a sentence with the fix when something is wrong
 */
export async function checkEncryptionKey(
  store: Store,
  keys: Uint8Array | readonly Uint8Array[] | null,
): Promise<{ readonly status: EncryptionStatus; readonly problem: string | undefined }> {
  const stored = await store.read((tx) => tx.encryptionCheck.find())
  const status = await statusOf(stored, keys && payloadCipher(keys))
  return { status, problem: problemOf(status) }
}

async function statusOf(stored: string | undefined, cipher: PayloadCipher | null): Promise<EncryptionStatus> {
  if (stored === undefined) return 'unused'
  if (cipher === null) return 'missing'
  return (await cipher.open(stored)) === PROOF ? 'ok' : 'wrong'
}

function problemOf(status: EncryptionStatus): string | undefined {
  if (status === 'missing') return `Encrypted payloads cannot be read: no encryption key is set. ${ADVICE}`
  if (status === 'wrong') return `Encrypted payloads cannot be read: they were encrypted with another key. ${ADVICE}`
  return undefined
}

/**
 * Ensures that a payload encrypted now can be read with the same keys as earlier payloads. The first payload stores the
 * check value.
 * @throws DomainError `encryption_key_wrong` when another key encrypted the payloads of the database
 */
export async function requireEncryptionKey(
  tx: Transaction,
  { payloadCipher: cipher, clock }: Pick<Context, 'payloadCipher' | 'clock'>,
): Promise<void> {
  if (cipher === null) return
  const status = await statusOf(await tx.encryptionCheck.find(), cipher)
  if (status === 'wrong') throw encryptionKeyWrong('Payloads cannot be encrypted')
  if (status === 'unused') await saveEncryptionCheck(tx, cipher, clock())
}

/** Stores the check value of the first key, which the database expects from then on. */
export async function saveEncryptionCheck(tx: Transaction, cipher: PayloadCipher, nowMs: number): Promise<void> {
  await tx.encryptionCheck.set(await cipher.seal(PROOF), timestampOf(nowMs))
}

/**
 * Returns the refusal of a read or write that needs the key. `what` is such as "The payload of the flag vault cannot be
 * decrypted".
 */
export function encryptionKeyWrong(what: string): DomainError {
  return new DomainError('encryption_key_wrong', `${what}: the encryption key is missing or wrong. ${ADVICE}`)
}

/** The settings of the encryption key, for messages. */
export const ENCRYPTION_KEY_SETTING = 'FLAGDECK_ENCRYPTION_KEY, or the encryptionKey option of the library'

const ADVICE = `Set the key that encrypted them (${ENCRYPTION_KEY_SETTING}).`

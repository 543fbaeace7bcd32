import { fromBase64, toBase64 } from '../../foundation/bytes/base64.ts'

/** Encrypts payloads at rest. What it makes can be told from any other payload. */
export interface PayloadCipher {
  /** JSON text in, JSON text out: a string that only `open` can read. */
  seal(payload: string): Promise<string>
  /** The JSON text behind a sealed payload; undefined when it is not one of this key, or was tampered with. */
  open(sealed: string): Promise<string | undefined>
}

/** What is shown in place of a payload to those who may not read it. Sent back, it stands for what is stored. */
export const REDACTED_PAYLOAD = '"********* (encrypted)"'

/** Length of the key, in bytes. */
export const ENCRYPTION_KEY_BYTES = 32
/** AES-GCM takes a new one for every message (NIST SP 800-38D, section 8.2). */
const NONCE_BYTES = 12
const MARK = '"flagdeck:sealed:1:'

/**
 * AES-256-GCM.
 * @param key {@link ENCRYPTION_KEY_BYTES} random bytes
 */
export function payloadCipher(key: Uint8Array): PayloadCipher {
  // Where no compiler looks, a text of as many characters would pass by its length.
  if (key.byteLength !== ENCRYPTION_KEY_BYTES) {
    throw new RangeError(`encryptionKey has to be a Uint8Array of ${ENCRYPTION_KEY_BYTES} bytes`)
  }
  // A copy, so that it is certain not to be shared memory, and nobody changes it afterwards.
  const secret = crypto.subtle.importKey('raw', new Uint8Array(key), 'AES-GCM', false, ['encrypt', 'decrypt'])
  return {
    async seal(payload) {
      const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
      const text = new TextEncoder().encode(payload)
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await secret, text)
      return `${MARK}${toBase64(iv)}${toBase64(new Uint8Array(sealed))}"`
    },
    async open(sealed) {
      const bytes = sealedBytes(sealed)
      if (!bytes) return undefined
      const iv = bytes.slice(0, NONCE_BYTES)
      const opening = crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await secret, bytes.slice(NONCE_BYTES))
      return opening.then(
        (text) => new TextDecoder().decode(text),
        () => undefined,
      )
    },
  }
}

/** Whether a payload looks like one that was sealed, by whatever key. */
export function isSealed(payload: string): boolean {
  return payload.startsWith(MARK)
}

function sealedBytes(sealed: string): Uint8Array<ArrayBuffer> | undefined {
  if (!isSealed(sealed)) return undefined
  try {
    // Twelve bytes are sixteen letters without padding, so nonce and message read as one text.
    return fromBase64(sealed.slice(MARK.length, -1))
  } catch {
    return undefined
  }
}

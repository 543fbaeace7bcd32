import { fromBase64, toBase64 } from '../../foundation/bytes/base64.ts'

/** Encrypts payloads at rest. Sealed payloads can be distinguished from all others ({@link isSealed}). */
export interface PayloadCipher {
  /** Encrypts JSON text with the first key. Returns JSON text: a string that only `open` can read. */
  seal(payload: string): Promise<string>
  /** Returns the JSON text of a sealed payload; undefined when none of the keys opens it, or it was tampered with. */
  open(sealed: string): Promise<string | undefined>
  /** Whether the first key can open the payload. */
  isCurrent(sealed: string): Promise<boolean>
}

/** The keys of an installation. The first one encrypts; the others only open what they encrypted earlier. */
export type EncryptionKeys = Uint8Array | readonly Uint8Array[]

/**
 * Shown in place of a payload to callers who may not read it. When a client sends it back, the stored payload stays.
 */
export const REDACTED_PAYLOAD = '"********* (encrypted)"'

/** The length of a key, in bytes. */
export const ENCRYPTION_KEY_BYTES = 32
/** AES-GCM takes a new one for every message (NIST SP 800-38D, section 8.2). */
const NONCE_BYTES = 12
const MARK = '"flagdeck:sealed:1:'

/**
 * Returns a cipher that uses AES-256-GCM.
 * @param keys one or more, each of {@link ENCRYPTION_KEY_BYTES} random bytes
 * @throws RangeError when there is no key, or one of another length
 */
export function payloadCipher(keys: EncryptionKeys): PayloadCipher {
  const secrets = [keys].flat().map(importKey)
  const [current] = secrets
  if (current === undefined) throw wrongKey()
  return {
    async seal(payload) {
      const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
      const text = new TextEncoder().encode(payload)
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await current, text)
      return `${MARK}${toBase64(iv)}${toBase64(new Uint8Array(sealed))}"`
    },
    async open(sealed) {
      for (const secret of secrets) {
        const payload = await openWith(await secret, sealed)
        if (payload !== undefined) return payload
      }
      return undefined
    },
    isCurrent: async (sealed) => (await openWith(await current, sealed)) !== undefined,
  }
}

function importKey(key: Uint8Array): Promise<CryptoKey> {
  // Not `length`: a text with this number of characters would pass.
  if (key.byteLength !== ENCRYPTION_KEY_BYTES) throw wrongKey()
  // A copy: the caller may change its bytes later, and shared memory is refused.
  return crypto.subtle.importKey('raw', new Uint8Array(key), 'AES-GCM', false, ['encrypt', 'decrypt'])
}

function wrongKey(): RangeError {
  return new RangeError(`encryptionKey must be a Uint8Array of ${ENCRYPTION_KEY_BYTES} bytes, or a list of them`)
}

async function openWith(secret: CryptoKey, sealed: string): Promise<string | undefined> {
  const bytes = sealedBytes(sealed)
  if (!bytes) return undefined
  const iv = bytes.slice(0, NONCE_BYTES)
  return crypto.subtle.decrypt({ name: 'AES-GCM', iv }, secret, bytes.slice(NONCE_BYTES)).then(
    (text) => new TextDecoder().decode(text),
    () => undefined,
  )
}

/** Whether a payload has the form of a sealed one, whatever its key. */
export function isSealed(payload: string): boolean {
  return payload.startsWith(MARK)
}

function sealedBytes(sealed: string): Uint8Array<ArrayBuffer> | undefined {
  if (!isSealed(sealed)) return undefined
  try {
    // Twelve bytes are sixteen letters without padding, so nonce and message decode as one text.
    return fromBase64(sealed.slice(MARK.length, -1))
  } catch {
    return undefined
  }
}

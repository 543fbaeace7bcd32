/** Longer argument lists would overflow the stack. */
const BYTES_AT_ONCE = 8192

/** Returns bytes as base64 text (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  let letters = ''
  for (let at = 0; at < bytes.length; at += BYTES_AT_ONCE) {
    letters += String.fromCharCode(...bytes.subarray(at, at + BYTES_AT_ONCE))
  }
  return btoa(letters)
}

/**
 * Decodes base64 text.
 * @throws DOMException if the text is not base64
 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
}

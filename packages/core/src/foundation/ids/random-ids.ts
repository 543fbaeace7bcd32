const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Where ids and secrets come from; replaced in tests to make them predictable. */
export interface IdSource {
  /** A new UUID. */
  uuid(): string
  /** A new unguessable value of 256 random bits, such as `phx_…`, with the prefix in front. */
  secret(prefix: string): string
}

/** Ids and secrets from the runtime's cryptographic random source. */
export const randomIds: IdSource = {
  uuid: () => crypto.randomUUID(),
  // 43 letters out of 62 carry 256 bits.
  secret: (prefix) => prefix + randomLetters(43),
}

function randomLetters(count: number): string {
  let letters = ''
  while (letters.length < count) {
    // 248 is the last multiple of 62: above it some letters would be likelier.
    const bytes = crypto.getRandomValues(new Uint8Array(count)).filter((byte) => byte < 248)
    for (const byte of bytes) letters += ALPHABET.charAt(byte % ALPHABET.length)
  }
  return letters.slice(0, count)
}

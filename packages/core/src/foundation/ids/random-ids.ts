const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The source of ids and secrets; tests replace it with a predictable one. */
export interface IdSource {
  /** Returns a new UUID. */
  uuid(): string
  /** Returns a new unguessable value of 256 random bits with the prefix, such as `phx_…`. */
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
    // 248 is the largest multiple of 62 below 256: with larger bytes, some letters would be more likely.
    const bytes = crypto.getRandomValues(new Uint8Array(count)).filter((byte) => byte < 248)
    for (const byte of bytes) letters += ALPHABET.charAt(byte % ALPHABET.length)
  }
  return letters.slice(0, count)
}

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
  secret: (prefix) => prefix + Array.from({ length: 43 }, randomLetter).join(''),
}

function randomLetter(): string {
  const byte = new Uint8Array(1)
  do crypto.getRandomValues(byte)
  while ((byte[0] ?? 255) >= 248) // 248 is the last multiple of 62: above it some letters would be likelier
  return ALPHABET.charAt((byte[0] ?? 0) % ALPHABET.length)
}

// Looked up once: the global is a getter that costs as much as the id.
const webCrypto = crypto
const REQUEST_ID = /^[A-Za-z0-9_-]{1,128}$/

/** The id that the client or a proxy has sent if it is usable, otherwise a new UUID. */
export function requestIdOf(header: string | undefined): string {
  return header !== undefined && REQUEST_ID.test(header) ? header : webCrypto.randomUUID()
}

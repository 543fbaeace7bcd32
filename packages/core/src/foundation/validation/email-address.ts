/** RFC 5321, section 4.5.3.1: a path has at most 256 characters, two of which are its angle brackets. */
export const MAX_EMAIL_LENGTH = 254
const MAX_LOCAL_LENGTH = 64

/**
 * A dot-string of RFC 5321 with the characters that browsers accept in an address (WHATWG). Quoted local parts are not
 * supported.
 */
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const LABEL = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/

/**
 * Returns the address in its stored form: without surrounding spaces, in lower case. Undefined if the text is not an
 * address (PEOPLE-16).
 */
export function emailAddressOf(text: string): string | undefined {
  // Checked before the conversion to lower case: the Kelvin sign would become the letter k of another address.
  const address = text.trim()
  const at = address.lastIndexOf('@')
  if (at === -1 || address.length > MAX_EMAIL_LENGTH) return undefined
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)]
  if (local.length > MAX_LOCAL_LENGTH || !LOCAL_PART.test(local)) return undefined
  return domain.split('.').every((label) => LABEL.test(label)) ? address.toLowerCase() : undefined
}

/** The addresses that the API accepts (PEOPLE-16), without the length limits of their parts. */
const ADDRESS =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/i
const MAX_LENGTH = 254
/** An address with a name, in the format that mail programs copy: `Ana Brown <ana@example.com>`. */
const NAMED = /[^,;\n<>]*<([^<>]*)>/g

export interface Addresses {
  readonly valid: readonly string[]
  readonly invalid: readonly string[]
}

/** Returns the e-mail addresses in a pasted text, each once, and the words that are not addresses. */
export function addressesIn(text: string): Addresses {
  const words = text
    .replaceAll(NAMED, ' $1 ')
    .split(/[\s,;]+/)
    .filter(Boolean)
  const isAddress = (word: string) => word.length <= MAX_LENGTH && ADDRESS.test(word)
  return {
    valid: [...new Set(words.filter(isAddress).map((word) => word.toLowerCase()))],
    invalid: [...new Set(words.filter((word) => !isAddress(word)))],
  }
}

import { violation } from '@flagdeck/core/operations'
import { decodeUtf8 } from '../json/json-body.ts'
import { invalidRequest } from '../request-error.ts'

const MAX_FIELDS = 1000
const AMPERSAND = 0x26

/** The texts of a form by name; a list for a repeated name. */
type Form = Readonly<Record<string, string | readonly string[]>>

/** @throws RequestError `invalid` when a form has too many fields, `parse_error` when it is not UTF-8 */
export function parseForm(bytes: Uint8Array): Form {
  // URLSearchParams takes longer for each field the more fields there are: half a minute for a million.
  if (hasTooManyFields(bytes)) {
    throw invalidRequest([violation(null, 'invalid_input', `A form may have at most ${MAX_FIELDS} fields.`)])
  }
  // Engines decode a plus sign a hundred times slower than the space that it represents.
  const text = decodeUtf8(bytes).replaceAll('+', ' ')
  const fields = Map.groupBy(new URLSearchParams(text), ([name]) => name)
  // `fromEntries` defines properties, so a field named `__proto__` is ordinary data.
  return Object.fromEntries([...fields].map(([name, sent]) => [name, textsOf(sent)]))
}

function textsOf(sent: readonly (readonly [string, string])[]): string | readonly string[] {
  const texts = sent.map(([, text]) => text)
  const [first = ''] = texts
  return texts.length > 1 ? texts : first
}

function hasTooManyFields(bytes: Uint8Array): boolean {
  let fields = 1
  for (let at = bytes.indexOf(AMPERSAND); at >= 0; at = bytes.indexOf(AMPERSAND, at + 1)) {
    fields += 1
    if (fields > MAX_FIELDS) return true
  }
  return false
}

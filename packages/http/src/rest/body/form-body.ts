import { violation } from '@flagdeck/core/operations'
import { decodeUtf8 } from '../json/json-body.ts'
import { invalidRequest } from '../request-error.ts'

const MAX_FIELDS = 1000
const AMPERSAND = 0x26

/** The texts of a form by name; those of a name that comes several times in a list. */
type Form = Readonly<Record<string, string | readonly string[]>>

/** @throws RequestError `invalid` when a form has too many fields, `parse_error` when it is not UTF-8 */
export function parseForm(bytes: Uint8Array): Form {
  // URLSearchParams takes more time for each field the more there are: half a minute for a million of them.
  if (hasTooManyFields(bytes)) {
    throw invalidRequest([violation(null, 'invalid_input', `A form may have at most ${MAX_FIELDS} fields.`)])
  }
  // Engines take a hundred times as long for a plus sign as for the blank that it stands for.
  const text = decodeUtf8(bytes).replaceAll('+', ' ')
  const fields = Map.groupBy(new URLSearchParams(text), ([name]) => name)
  // `fromEntries` defines keys, so that one called `__proto__` is data like any other.
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

import { violation } from '@flagdeck/core/operations'
import { decodeUtf8 } from '../json/json-body.ts'
import { invalidRequest } from '../request-error.ts'

const MAX_FIELDS = 1000
const AMPERSAND = 0x26

/**
 * The fields of a form; of a name that comes several times the last.
 * @throws RequestError `invalid` when there are too many, `parse_error` when it is not UTF-8
 */
export function parseForm(bytes: Uint8Array): Record<string, string> {
  // URLSearchParams takes more time for each field the more there are: half a minute for a million of them.
  if (hasTooManyFields(bytes)) {
    throw invalidRequest([violation(null, 'invalid_input', `A form may have at most ${MAX_FIELDS} fields.`)])
  }
  // Engines take a hundred times as long for a plus sign as for the blank that it stands for.
  const text = decodeUtf8(bytes).replaceAll('+', ' ')
  // `fromEntries` defines keys, so that one called `__proto__` is data like any other.
  return Object.fromEntries(new URLSearchParams(text))
}

function hasTooManyFields(bytes: Uint8Array): boolean {
  let fields = 1
  for (let at = bytes.indexOf(AMPERSAND); at >= 0; at = bytes.indexOf(AMPERSAND, at + 1)) {
    fields += 1
    if (fields > MAX_FIELDS) return true
  }
  return false
}

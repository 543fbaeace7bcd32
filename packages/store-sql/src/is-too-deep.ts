import { JsonScanner, jsonSigns } from '@flagdeck/core/store'

/** Written documents have at most 64 levels. Recursion over a document overflows the stack from some thousands on. */
const MOST_LEVELS = 500

const BRACKETS = jsonSigns('[]{}')
const [LIST_BEGIN, OBJECT_BEGIN] = [0x5b, 0x7b]
const encoder = new TextEncoder()

/** Whether a JSON text is nested too deeply for recursion over its value. */
export function isTooDeep(json: string): boolean {
  // Most documents are not scanned: each level takes two brackets.
  if (json.length <= 2 * MOST_LEVELS || !hasManyLevels(json)) return false
  const scanner = new JsonScanner(encoder.encode(json), BRACKETS)
  let level = 0
  for (let sign = scanner.next(); sign !== 0; sign = scanner.next()) {
    level += sign === LIST_BEGIN || sign === OBJECT_BEGIN ? 1 : -1
    if (level > MOST_LEVELS) return true
  }
  return false
}

/** Whether the text has enough opening brackets for so many levels. */
function hasManyLevels(json: string): boolean {
  let levels = 0
  for (const bracket of '[{') {
    for (let at = json.indexOf(bracket); at >= 0; at = json.indexOf(bracket, at + 1)) {
      if (++levels > MOST_LEVELS) return true
    }
  }
  return false
}

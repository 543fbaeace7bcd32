import type { JsonValue } from '../../foundation/json/json-value.ts'
import { foldAscii } from '../values/fold-ascii.ts'
import { textOf } from '../values/text-of.ts'
import { requires, type ValueTest } from './value-test.ts'

/** `icontains`: the filter's text is part of the value's, ignoring the case of ASCII letters. */
export function contains(part: JsonValue): ValueTest {
  const folded = foldAscii(textOf(part))
  return requires((value, forms) => forms.folded(value).includes(folded))
}

/** `icontains_multi`: at least one of the filter's texts is part of the value's. */
export function containsAny(parts: JsonValue): ValueTest {
  const find = finder(parts)
  return requires((value, forms) => find(forms.folded(value)) === true)
}

/** `not_icontains_multi`: none of the filter's texts is part of the value's. */
export function containsNone(parts: JsonValue): ValueTest {
  const find = finder(parts)
  return { whenMissing: true, accepts: (value, forms) => find(forms.folded(value)) === false }
}

/** The maximum number of texts multiplied by searched characters: about 20 ms in the worst case. */
const MAX_WORK = 5_000_000

/** Returns a function that searches another text for several texts; undefined if that would take too long. */
function finder(parts: JsonValue): (text: string) => boolean | undefined {
  const list: readonly JsonValue[] = Array.isArray(parts) ? parts : [parts]
  const folded = list.map((part) => foldAscii(textOf(part)))
  const longest = MAX_WORK / folded.length
  return (text) => (text.length > longest ? undefined : folded.some((part) => text.includes(part)))
}

/** `starts_with`: ignores the case of ASCII letters. */
export function startsWith(prefix: JsonValue): ValueTest {
  const folded = foldAscii(textOf(prefix))
  return requires((value, forms) => forms.folded(value).startsWith(folded))
}

/** `ends_with`: ignores the case of ASCII letters. */
export function endsWith(suffix: JsonValue): ValueTest {
  const folded = foldAscii(textOf(suffix))
  return requires((value, forms) => forms.folded(value).endsWith(folded))
}

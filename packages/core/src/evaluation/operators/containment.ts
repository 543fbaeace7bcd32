import type { JsonValue } from '../../json/json-value.ts'
import { textOf } from '../values/text-of.ts'
import { requires, type ValueTest } from './value-test.ts'

/** `icontains`: the filter's text is part of the value's, without regard to the case of ASCII letters. */
export function contains(part: JsonValue): ValueTest {
  const folded = foldAscii(textOf(part))
  return requires((value) => foldAscii(textOf(value)).includes(folded))
}

/** `icontains_multi`: at least one of the filter's texts is part of the value's. */
export function containsAny(parts: JsonValue): ValueTest {
  const list: readonly JsonValue[] = Array.isArray(parts) ? parts : [parts]
  const folded = list.map((part) => foldAscii(textOf(part)))
  return requires((value) => {
    const text = foldAscii(textOf(value))
    return folded.some((part) => text.includes(part))
  })
}

/** `starts_with`. */
export function startsWith(prefix: JsonValue): ValueTest {
  const folded = foldAscii(textOf(prefix))
  return requires((value) => foldAscii(textOf(value)).startsWith(folded))
}

/** `ends_with`. */
export function endsWith(suffix: JsonValue): ValueTest {
  const folded = foldAscii(textOf(suffix))
  return requires((value) => foldAscii(textOf(value)).endsWith(folded))
}

// toLowerCase alone would also fold letters that these operators keep apart, such as Ä, or the Kelvin sign with k.
function foldAscii(text: string): string {
  return /[A-Z]/.test(text) ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text
}

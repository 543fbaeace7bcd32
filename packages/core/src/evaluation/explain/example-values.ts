import type { JsonValue } from '../../foundation/json/json-value.ts'
import { numberOf } from '../values/number-of.ts'
import { textOf } from '../values/text-of.ts'

/** Values that are likely to meet or to miss some filter, whatever it compares. */
const COMMON: readonly JsonValue[] = [
  ...['other', '', true, false, 0, 1, 'true', 'false', null],
  ...['1970-01-01', '9999-12-31', '0.0.0', '0.0.1', '999999.0.0', 'inf', '-inf'],
]

/** Of longer lists, or of more filters, those that follow are not looked at. */
const MAX_ELEMENTS = 50
/** Fewer when there is much to compare each of them with. */
const MAX_COMPARISONS = 10_000

/**
 * Values worth trying for a property on which there are filters with these values; undefined is its absence. Each of
 * them will be compared with `texts` texts.
 */
export function exampleValues(wanted: readonly JsonValue[], texts: number): readonly (JsonValue | undefined)[] {
  const most = Math.min(MAX_ELEMENTS, Math.ceil(MAX_COMPARISONS / texts))
  return [...firstElements(wanted, most).flatMap(valuesNear), ...COMMON, undefined]
}

/** What the first of the wanted values name, each in a list of its own. */
function firstElements(wanted: readonly JsonValue[], most: number): readonly (readonly JsonValue[])[] {
  let left = most
  return wanted.slice(0, most).map((value) => {
    const elements: readonly JsonValue[] = Array.isArray(value) ? value.slice(0, left) : [value].slice(0, left)
    left -= elements.length
    return elements
  })
}

function valuesNear(elements: readonly JsonValue[]): readonly JsonValue[] {
  const numbers = elements.flatMap((element) => numberOf(element) ?? [])
  const [first = 0, last = first] = numbers
  const near = numbers.length === 0 ? [] : [first, last, (first + last) / 2, last + 1, first - 1]
  return [...elements, ...near, ...elements.flatMap(textsNear)]
}

/** What a text may stand for: a pattern without its signs, or a range of versions. */
function textsNear(wanted: JsonValue): readonly string[] {
  const text = textOf(wanted)
  return [text, text.replace(/^\^|\$$/g, '').replace(/\\(.)/g, '$1'), text.replaceAll('*', '0')]
}

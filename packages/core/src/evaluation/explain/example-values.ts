import type { JsonValue } from '../../foundation/json/json-value.ts'
import { numberOf } from '../values/number-of.ts'
import { textOf } from '../values/text-of.ts'

/** Values that are likely to pass or to fail many filters, whatever they compare. */
const COMMON: readonly JsonValue[] = [
  ...['other', '', true, false, 0, 1, 'true', 'false', null],
  ...['1970-01-01', '9999-12-31', '0.0.0', '0.0.1', '999999.0.0', 'inf', '-inf'],
]

/** The maximum number of elements and filters that are considered. */
const MAX_ELEMENTS = 50
/** The limit on comparisons, which reduces the number of elements if each needs many. */
const MAX_COMPARISONS = 10_000

/**
 * Returns values to try for a property with filters on these values; undefined is its absence. Each of them will be
 * compared with `texts` texts.
 */
export function exampleValues(wanted: readonly JsonValue[], texts: number): readonly (JsonValue | undefined)[] {
  const most = Math.min(MAX_ELEMENTS, Math.ceil(MAX_COMPARISONS / texts))
  return [...firstElements(wanted, most).flatMap(valuesNear), ...COMMON, undefined]
}

/** Returns the elements of the first wanted values, each value as a separate list. */
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

/** Returns texts that may match: a pattern without its special characters, or a version of a range. */
function textsNear(wanted: JsonValue): readonly string[] {
  const text = textOf(wanted)
  return [text, text.replace(/^\^|\$$/g, '').replace(/\\(.)/g, '$1'), text.replaceAll('*', '0')]
}

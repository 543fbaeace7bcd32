import type { JsonValue } from '../../foundation/json/json-value.ts'
import { textOf } from '../values/text-of.ts'
import { requires, type ValueTest } from './value-test.ts'

/** How `exact` compares filters on true and false: 1 compares truth values, 2 compares text as for any other value. */
export type PropertyMatchingVersion = 1 | 2

/** `exact`: the text of the value equals that of the filter, or one of its texts, ignoring case. */
export function equals(expected: JsonValue, version: PropertyMatchingVersion): ValueTest {
  // An empty list counts as true in both versions.
  if (isEmptyList(expected) || (version === 1 && isBooleanLike(expected))) return hasTruth(isTruthy(expected))
  return Array.isArray(expected) ? isOneOf(expected) : isText(textOf(expected))
}

function isText(expected: string): ValueTest {
  const folded = expected.toLowerCase()
  return requires((value, forms) => {
    const text = forms.text(value)
    return text === folded || forms.lowerCase(text) === folded
  })
}

function isOneOf(expected: readonly JsonValue[]): ValueTest {
  const includes = lowerCaseMatcher(expected)
  return requires((value, forms) => includes(forms.lowerCase(value)))
}

/**
 * The number of texts of a list that one call converts: converting all lists of a large project in one call would block
 * the process.
 */
const FOLDED_PER_CALL = 8000

/**
 * Returns a function that reports whether a list has a text, in lower case. The first call creates the first set,
 * because the sets take as much memory as the list. Each call adds a set of further texts, because growing one set
 * would copy it. Texts that are in no set yet are compared one by one.
 */
function lowerCaseMatcher(values: readonly JsonValue[]): (text: string) => boolean {
  // Bound: dies with the definition
  const folded: Set<string>[] = []
  let next = 0
  return (text) => {
    if (next < values.length) {
      const texts = values.slice(next, next + FOLDED_PER_CALL).map(foldedText)
      // Bound: dies with the definition
      folded.push(new Set(texts))
      next += texts.length
    }
    return folded.some((texts) => texts.has(text)) || isAmong(values, next, text)
  }
}

function isAmong(values: readonly JsonValue[], start: number, text: string): boolean {
  for (let at = start; at < values.length; at++) if (foldedText(values[at]) === text) return true
  return false
}

function foldedText(value: JsonValue = null): string {
  return textOf(value).toLowerCase()
}

function hasTruth(expected: boolean): ValueTest {
  return requires((value) => isTruthy(value) === expected)
}

function isEmptyList(value: JsonValue): boolean {
  return Array.isArray(value) && value.length === 0
}

function isBooleanLike(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.every(isBooleanLike)
  return typeof value === 'boolean' || (typeof value === 'string' && /^(?:true|false)$/i.test(value))
}

function isTruthy(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.every(isTruthy)
  return value === true || (typeof value === 'string' && value.length === 4 && value.toLowerCase() === 'true')
}

import type { JsonValue } from '../../foundation/json/json-value.ts'
import { textOf } from '../values/text-of.ts'
import { requires, type ValueTest } from './value-test.ts'

/** How `exact` reads filters on true and false: 1 compares truth, 2 compares text as for any other value. */
export type PropertyMatchingVersion = 1 | 2

/** `exact`: the text of the value is the filter's, or one of the filter's, whatever the case. */
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
  // Built for the first subject that has the property: it takes as much memory as the list itself.
  // Bound: dies with the definition
  let folded: ReadonlySet<string> | undefined
  return requires((value, forms) => {
    folded ??= foldedTexts(expected)
    return folded.has(forms.lowerCase(value))
  })
}

function foldedTexts(values: readonly JsonValue[]): ReadonlySet<string> {
  // Bound: dies with the definition
  const texts = new Set<string>()
  for (const value of values) texts.add(textOf(value).toLowerCase())
  return texts
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

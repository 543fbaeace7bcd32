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
  // Made for the first subject that has the property: it takes as much memory as the list itself.
  let folded: FoldedTexts | undefined
  return requires((value, forms) => {
    folded ??= new FoldedTexts(expected)
    return folded.has(forms.lowerCase(value))
  })
}

/** So many texts of a list are folded at once: all texts of a large project's lists together would hold up a process. */
const FOLDED_AT_ONCE = 8000

/**
 * The texts of a list in lower case. Each question folds some more of them, into a set of their own: a set that grows is
 * copied, and those of several lists would be at the same time. The rest is looked through one by one.
 */
class FoldedTexts {
  readonly #values: readonly JsonValue[]
  // Bound: dies with the definition
  readonly #folded: ReadonlySet<string>[] = []
  #next = 0

  constructor(values: readonly JsonValue[]) {
    this.#values = values
  }

  has(text: string): boolean {
    if (this.#next < this.#values.length) this.#foldMore()
    for (const texts of this.#folded) if (texts.has(text)) return true
    return this.#isAmongRest(text)
  }

  #foldMore(): void {
    const end = this.#next + FOLDED_AT_ONCE
    // Bound: dies with the definition
    const texts = new Set<string>()
    for (const value of this.#values.slice(this.#next, end)) texts.add(foldedText(value))
    this.#folded.push(texts)
    this.#next = end
  }

  #isAmongRest(text: string): boolean {
    for (let at = this.#next; at < this.#values.length; at++) if (foldedText(this.#values[at]) === text) return true
    return false
  }
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

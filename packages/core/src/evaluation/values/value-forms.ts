import type { JsonValue } from '../../foundation/json/json-value.ts'
import { foldAscii } from './fold-ascii.ts'
import { instantOf } from './instant-of.ts'
import { numberOf } from './number-of.ts'
import { parseVersion, type SemanticVersion } from './semantic-version.ts'
import { textOf, textWithin } from './text-of.ts'
import type { TimeZone } from './time-zone.ts'

/**
 * The maximum number of characters of a value's text, as JavaScript counts them: longer values match no filter that
 * compares them (EVAL-54).
 */
export const MAX_VALUE_LENGTH = 16_384

/** The length up to which parsing a text is as fast as finding its cached form. */
const SHORT_LENGTH = 100

type Ids = readonly (number | string)[]

/**
 * The forms in which operators compare the values of one subject. Hundreds of filters may read the same long value, so
 * expensive forms are computed on first use, and once.
 */
export class ValueForms {
  /** The text of each list or object; undefined if it is too long. */
  // Bound: dies with the evaluation
  #texts: Map<JsonValue, string | undefined> | undefined
  /** The results of parsing texts, by the function that parsed them. */
  // Bound: dies with the evaluation
  #read: Map<(text: string) => unknown, Map<string, unknown>> | undefined

  // Bound: dies with the evaluation
  #ids: Map<Ids, ReadonlySet<string>> | undefined
  #instantIn: ((text: string) => number | undefined) | undefined

  /** Whether it contains any data of a subject. */
  get isUsed(): boolean {
    return this.#texts !== undefined || this.#read !== undefined || this.#ids !== undefined
  }

  /** Whether filters ignore a value, because it is too long. */
  isTooLong(value: JsonValue): boolean {
    if (typeof value === 'string') return value.length > MAX_VALUE_LENGTH
    return typeof value === 'object' && value !== null && this.#textOf(value) === undefined
  }

  /** Returns the text of a value that is not too long. */
  text(value: JsonValue): string {
    if (typeof value === 'string') return value
    return typeof value === 'object' && value !== null ? (this.#textOf(value) ?? '') : textOf(value)
  }

  /** Returns its text in lower case. */
  lowerCase(value: JsonValue): string {
    const text = this.text(value)
    return text.length <= SHORT_LENGTH ? text.toLowerCase() : this.readOnce(text, lowerCase)
  }

  /** Returns its text with ASCII letters in lower case. */
  folded(value: JsonValue): string {
    const text = this.text(value)
    return text.length <= SHORT_LENGTH ? foldAscii(text) : this.readOnce(text, foldAscii)
  }

  /** Returns its number. */
  number(value: JsonValue): number | undefined {
    return typeof value === 'string' && value.length > SHORT_LENGTH ? this.readOnce(value, numberOf) : numberOf(value)
  }

  /** Returns its version. */
  version(value: JsonValue): SemanticVersion | undefined {
    const text = this.text(value)
    return text.length <= SHORT_LENGTH ? parseVersion(text) : this.readOnce(text, parseVersion)
  }

  /** Returns its instant in a time zone; all filters of a subject have the same one. */
  instant(value: JsonValue, zone: TimeZone): number | undefined {
    if (typeof value !== 'string' || value.length <= SHORT_LENGTH) return instantOf(value, zone)
    this.#instantIn ??= (text) => instantOf(text, zone)
    return this.readOnce(value, this.#instantIn)
  }

  /** Returns the cached result of a function for a text. */
  readOnce<T>(text: string, read: (text: string) => T): T {
    this.#read ??= new Map()
    // The values of a function's map are results of that function.
    const known = this.#read.get(read) as Map<string, T> | undefined
    const answers = known ?? new Map<string, T>()
    if (!known) this.#read.set(read, answers)
    else if (answers.has(text)) return answers.get(text) as T
    const answer = read(text)
    answers.set(text, answer)
    return answer
  }

  /** Returns the ids in a list, such as those of the cohorts that a subject is in. */
  idsIn(list: Ids): ReadonlySet<string> {
    const known = this.#ids?.get(list)
    if (known) return known
    const ids = new Set(list.map(String))
    this.#ids ??= new Map()
    this.#ids.set(list, ids)
    return ids
  }

  #textOf(value: object & JsonValue): string | undefined {
    this.#texts ??= new Map()
    if (this.#texts.has(value)) return this.#texts.get(value)
    const text = textWithin(value, MAX_VALUE_LENGTH)
    this.#texts.set(value, text)
    return text
  }
}

function lowerCase(text: string): string {
  return text.toLowerCase()
}

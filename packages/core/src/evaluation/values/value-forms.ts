import type { JsonValue } from '../../foundation/json/json-value.ts'
import { foldAscii } from './fold-ascii.ts'
import { instantOf } from './instant-of.ts'
import { numberOf } from './number-of.ts'
import { parseVersion, type SemanticVersion } from './semantic-version.ts'
import { textOf, textWithin } from './text-of.ts'
import type { TimeZone } from './time-zone.ts'

/** Characters of a value's text, as JavaScript counts them: longer values match no filter that compares them (EVAL-54). */
export const MAX_VALUE_LENGTH = 16_384

/** What is shorter is read as quickly as what it was read as is found. */
const SHORT_LENGTH = 100

type Ids = readonly (number | string)[]

/**
 * The forms in which operators compare the values of one subject. Hundreds of filters may look at the same long value,
 * so what takes time to make is made when it is first wanted, and once.
 */
export class ValueForms {
  /** The text of each list or object; undefined for those that are too long. */
  // Bound: dies with the evaluation
  #texts: Map<JsonValue, string | undefined> | undefined
  /** What texts were read as, by the function that did. */
  // Bound: dies with the evaluation
  #read: Map<(text: string) => unknown, Map<string, unknown>> | undefined

  // Bound: dies with the evaluation
  #ids: Map<Ids, ReadonlySet<string>> | undefined
  #instantIn: ((text: string) => number | undefined) | undefined

  /** Whether it holds anything of a subject. */
  get isUsed(): boolean {
    return this.#texts !== undefined || this.#read !== undefined || this.#ids !== undefined
  }

  /** Whether no filter looks at a value, because it is too long. */
  isTooLong(value: JsonValue): boolean {
    if (typeof value === 'string') return value.length > MAX_VALUE_LENGTH
    return typeof value === 'object' && value !== null && this.#textOf(value) === undefined
  }

  /** The text of a value that is not too long. */
  text(value: JsonValue): string {
    if (typeof value === 'string') return value
    return typeof value === 'object' && value !== null ? (this.#textOf(value) ?? '') : textOf(value)
  }

  /** Its text in lower case. */
  lowerCase(value: JsonValue): string {
    const text = this.text(value)
    return text.length <= SHORT_LENGTH ? text.toLowerCase() : this.readOnce(text, lowerCase)
  }

  /** Its text with the letters of ASCII in lower case. */
  folded(value: JsonValue): string {
    const text = this.text(value)
    return text.length <= SHORT_LENGTH ? foldAscii(text) : this.readOnce(text, foldAscii)
  }

  /** The number that it stands for. */
  number(value: JsonValue): number | undefined {
    return typeof value === 'string' && value.length > SHORT_LENGTH ? this.readOnce(value, numberOf) : numberOf(value)
  }

  /** The version that it names. */
  version(value: JsonValue): SemanticVersion | undefined {
    const text = this.text(value)
    return text.length <= SHORT_LENGTH ? parseVersion(text) : this.readOnce(text, parseVersion)
  }

  /** The instant that it stands for, on the clock of a time zone: a subject's filters have the same one. */
  instant(value: JsonValue, zone: TimeZone): number | undefined {
    if (typeof value !== 'string' || value.length <= SHORT_LENGTH) return instantOf(value, zone)
    this.#instantIn ??= (text) => instantOf(text, zone)
    return this.readOnce(value, this.#instantIn)
  }

  /** What a function makes of a text, asked the first time. */
  readOnce<T>(text: string, read: (text: string) => T): T {
    this.#read ??= new Map()
    // Whatever is under a function is what it answered.
    const known = this.#read.get(read) as Map<string, T> | undefined
    const answers = known ?? new Map<string, T>()
    if (!known) this.#read.set(read, answers)
    else if (answers.has(text)) return answers.get(text) as T
    const answer = read(text)
    answers.set(text, answer)
    return answer
  }

  /** The ids that a list names, such as those of the cohorts that a subject is in. */
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

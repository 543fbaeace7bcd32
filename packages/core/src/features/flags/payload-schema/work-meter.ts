import { isJsonObject, type JsonValue } from '../../../foundation/json/json-value.ts'

/** The maximum work for one payload, in units of about half a nanosecond. */
const MAX_WORK = 60_000_000
/** The work of remembering an item while a list is searched for equal items. */
const WORK_OF_UNIQUE_ITEM = 800
/** The work of converting a value within such an item to text. */
const WORK_OF_UNIQUE_PART = 100
/** The work of one character of such a value. */
const WORK_OF_UNIQUE_CHARACTER = 10
/** The maximum length of a part of a path. Longer parts are shortened, because each error has its own copy. */
const MAX_POINTER_PART = 200

/** Thrown when a schema needs more work for one payload than the meter allows. */
class TooMuchWorkError extends Error {
  constructor() {
    super('compiling it or validating one payload takes too much work')
  }
}

/** Functions that compiled schemas call. Each counts its work before it starts (FLAG-122). */
export class WorkMeter {
  #left = MAX_WORK

  /** Resets the allowed work for the next payload. */
  readonly reset = (): void => {
    this.#left = MAX_WORK
  }

  readonly spend = (work: number): void => {
    this.#left -= work
    if (this.#left < 0) throw new TooMuchWorkError()
  }

  /** Returns the same object, after counting its properties. */
  readonly counted = <T extends object>(value: T): T => {
    this.#spendProperties(value)
    return value
  }

  readonly keys = (value: object): string[] => {
    this.#spendProperties(value)
    return Object.keys(value)
  }

  readonly assign = (target: object, ...sources: readonly object[]): object => {
    for (const source of sources) this.#spendProperties(source)
    return Object.assign(target, ...sources)
  }

  /** Returns a property name as one part of a JSON Pointer. */
  readonly pointerPart = (name: string): string => {
    const short = name.length > MAX_POINTER_PART ? `${name.slice(0, MAX_POINTER_PART)}…` : name
    return short.replaceAll('~', '~0').replaceAll('/', '~1')
  }

  /**
   * Returns the positions of two equal items. Items are found by their text, so the time is linear in the size of the
   * list.
   */
  readonly duplicateItems = (items: readonly JsonValue[]): readonly [number, number] | undefined => {
    const places = new Map<JsonValue, number>()
    // A separate map, because the text of a container could equal another item that is a text.
    const placesOfContainers = new Map<string, number>()
    for (const [place, item] of items.entries()) {
      this.spend(WORK_OF_UNIQUE_ITEM)
      const isContainer = typeof item === 'object' && item !== null
      const seen: Map<JsonValue, number> = isContainer ? placesOfContainers : places
      const key = isContainer ? this.#canonicalText(item) : item
      const earlier = seen.get(key)
      if (earlier !== undefined) return [earlier, place]
      seen.set(key, place)
    }
    return undefined
  }

  /** Returns the same text for equal values, whatever the order of their properties. */
  #canonicalText(value: JsonValue): string {
    this.spend(WORK_OF_UNIQUE_PART)
    if (Array.isArray(value)) return `[${value.map((part) => this.#canonicalText(part)).join()}]`
    if (isJsonObject(value)) {
      const parts = this.keys(value).sort()
      return `{${parts.map((name) => `${this.#canonicalText(name)}:${this.#canonicalText(value[name] ?? null)}`).join()}}`
    }
    const text = JSON.stringify(value)
    this.spend(text.length * WORK_OF_UNIQUE_CHARACTER)
    return text
  }

  #spendProperties(value: object): void {
    const count = Object.keys(value).length
    this.spend(count * workOfProperty(count))
  }
}

/**
 * Returns the work of one property. Engines sort the names of an object before visiting them, and large objects exceed
 * caches.
 */
function workOfProperty(count: number): number {
  return 20 + Math.ceil(count / 30)
}

import type { JsonObject, JsonValue } from '../../../foundation/json/json-value.ts'
import { parseTimestamp } from '../../../foundation/time/timestamp.ts'
import { timeSlice } from '../../../foundation/time/yield.ts'

/** The kinds of values that PostHog distinguishes. */
export type PropertyKind = 'String' | 'Numeric' | 'Boolean' | 'DateTime'

/** The maximum number of names in one part of a list, as in PostHog. */
const MAX_NAMES = 10_000
/** The maximum length of a name, as in PostHog. */
const MAX_NAME_LENGTH = 400
/** The maximum length of text that is parsed as a date. */
const MAX_DATE_LENGTH = 40
/** The number of names that are added between two reads of the clock. */
const NAMES_PER_CLOCK_READ = 128

/** The names of properties with the kind of their values, collected record by record. */
export class PropertyKinds {
  // Bound: dies with the request, and has MAX_NAMES
  readonly #kinds = new Map<string, PropertyKind | null>()

  /**
   * Adds the properties of a record, and yields in between, because a record can have tens of thousands.
   * @returns false, and adds nothing, if the names do not fit. For the first record, the names that fit are added.
   */
  async add(properties: JsonObject): Promise<boolean> {
    const names = Object.keys(properties).filter((name) => name.length <= MAX_NAME_LENGTH)
    const room = MAX_NAMES - this.#kinds.size
    const isFirst = this.#kinds.size === 0
    if (!isFirst && names.length > room && names.filter((name) => !this.#kinds.has(name)).length > room) return false
    const slice = timeSlice()
    for (const [index, name] of names.entries()) {
      if (index % NAMES_PER_CLOCK_READ === 0) await slice.yieldIfOver()
      if (this.#kinds.size < MAX_NAMES || this.#kinds.has(name)) this.#addOne(name, properties[name])
    }
    return true
  }

  /** Returns names with the kind of their values; null when no value has a kind. */
  entries(): Iterable<readonly [name: string, kind: PropertyKind | null]> {
    return this.#kinds
  }

  #addOne(name: string, value: JsonValue | undefined): void {
    const known = this.#kinds.get(name)
    // `String` also stands for values of several kinds, so it is final.
    if (known === 'String') return
    const kind = kindOf(value)
    if (known === undefined || known === null) this.#kinds.set(name, kind)
    else if (kind !== null && kind !== known) this.#kinds.set(name, 'String')
  }
}

function kindOf(value: JsonValue | undefined): PropertyKind | null {
  switch (typeof value) {
    case 'number':
      return 'Numeric'
    case 'boolean':
      return 'Boolean'
    case 'string':
      return value.length <= MAX_DATE_LENGTH && parseTimestamp(value) !== undefined ? 'DateTime' : 'String'
    default:
      return null
  }
}

import { isJson, type JsonObject, type JsonValue, jsonEquals } from '../../foundation/json/json-value.ts'
import { MAX_PROPERTIES_BYTES } from '../persons/properties-input.ts'

/** What is to be laid over properties: first `setOnce` where nothing is known, then `set`, then `unset`. */
export interface PropertiesChange {
  readonly set: JsonObject
  readonly setOnce?: JsonObject
  readonly unset?: readonly string[]
}

/** Braces, less the comma that the last property does not have. */
const FRAME_BYTES = 1
const encoder = new TextEncoder()

/**
 * The properties of a person or group while changes are laid over them, one after the other. Their size is kept up
 * with each change: to measure all of them each time would let small changes of large properties cost without bound.
 */
export class KnownProperties {
  // Bound: dies with the request
  readonly #values: Map<string, JsonValue>
  #bytes = FRAME_BYTES
  #isChanged = false

  constructor(properties: JsonObject) {
    this.#values = new Map(Object.entries(properties))
    if (this.#values.size > 0) this.#bytes = encoder.encode(JSON.stringify(properties)).byteLength
  }

  /** What they take as JSON. */
  get bytes(): number {
    return this.#bytes
  }

  /** Whether anything is different from how it began. */
  get isChanged(): boolean {
    return this.#isChanged
  }

  /** Lays a change over them, all of it or nothing. Answers why not; null when it was. */
  apply(change: PropertiesChange): string | null {
    if (!isJson(change.set) || !isJson(change.setOnce ?? {})) return 'Properties have to be JSON of at most 64 levels.'
    return this.#lay(this.#wanted(change))
  }

  /** Lays what is known of another over them where nothing is known, all of it or nothing. */
  bring(other: KnownProperties): void {
    const wanted = new Map<string, JsonValue>()
    for (const [name, value] of other.#values) if (!this.#values.has(name)) wanted.set(name, value)
    this.#lay(wanted)
  }

  #lay(wanted: ReadonlyMap<string, JsonValue | undefined>): string | null {
    const bytes = this.#bytes + this.#growth(wanted)
    if (bytes > MAX_PROPERTIES_BYTES && bytes > this.#bytes) {
      return `Properties exceed maximum size of ${MAX_PROPERTIES_BYTES} bytes.`
    }
    for (const [name, value] of wanted) {
      if (value === undefined) this.#values.delete(name)
      else this.#values.set(name, value)
    }
    this.#bytes = bytes
    this.#isChanged ||= wanted.size > 0
    return null
  }

  /** As they are now. Keys are defined, not assigned, so that one called `__proto__` is data like any other. */
  toObject(): JsonObject {
    return Object.fromEntries(this.#values)
  }

  /** What becomes of each property that a change makes different; undefined: it goes. */
  #wanted({ set, setOnce = {}, unset = [] }: PropertiesChange): Map<string, JsonValue | undefined> {
    const wanted = new Map<string, JsonValue | undefined>()
    for (const [name, value] of Object.entries(setOnce)) if (!this.#values.has(name)) wanted.set(name, value)
    for (const [name, value] of Object.entries(set)) wanted.set(name, value)
    for (const name of unset) wanted.set(name, undefined)
    for (const [name, value] of wanted) if (this.#isAlready(name, value)) wanted.delete(name)
    return wanted
  }

  #isAlready(name: string, value: JsonValue | undefined): boolean {
    const known = this.#values.get(name)
    if (known === undefined || value === undefined) return known === value
    return jsonEquals(known, value)
  }

  #growth(wanted: ReadonlyMap<string, JsonValue | undefined>): number {
    const known: [string, JsonValue][] = []
    const next: [string, JsonValue][] = []
    for (const [name, value] of wanted) {
      const before = this.#values.get(name)
      if (before !== undefined) known.push([name, before])
      if (value !== undefined) next.push([name, value])
    }
    return sizeOf(next) - sizeOf(known)
  }
}

/** Bytes of properties in compact JSON, their colons and commas included. */
function sizeOf(properties: Iterable<readonly [string, JsonValue]>): number {
  const all = [...properties]
  if (all.length === 0) return 0
  // As one text: to write each by itself takes many times as long. A pair has two brackets that a property has not.
  const pairs = JSON.stringify(all)
  return encoder.encode(pairs).byteLength - 1 - 2 * all.length
}

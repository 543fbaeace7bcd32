import { isJson } from '../json/is-json.ts'
import { jsonEquals } from '../json/json-equals.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
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
    for (const [name, value] of this.#values) this.#bytes += sizeOf(name, value)
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
    const wanted = this.#wanted(change)
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
    let bytes = 0
    for (const [name, value] of wanted) {
      const known = this.#values.get(name)
      bytes += (value === undefined ? 0 : sizeOf(name, value)) - (known === undefined ? 0 : sizeOf(name, known))
    }
    return bytes
  }
}

/** Bytes of a property in compact JSON, its colon and comma included. */
function sizeOf(name: string, value: JsonValue): number {
  return encoder.encode(JSON.stringify(name) + JSON.stringify(value)).byteLength + 2
}

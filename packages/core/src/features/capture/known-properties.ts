import { jsonBytes, utf8Bytes } from '../../foundation/json/json-bytes.ts'
import { isJson, type JsonObject, type JsonValue, jsonEquals } from '../../foundation/json/json-value.ts'
import type { DroppedProperties } from '../../runtime/stored-sizes.ts'
import type { StorageRoom } from './storage-room.ts'

/** A change to merge into properties: first `setOnce` for unknown properties, then `set`, then `unset`. */
export interface PropertiesChange {
  readonly set: JsonObject
  readonly setOnce?: JsonObject
  readonly unset?: readonly string[]
}

/**
 * The maximum size in bytes of the properties of one person or group, for events (CAPTURE-25). Any client can send
 * events. Members with a personal API key can store up to 512 KiB (PERSON-3).
 */
export const MAX_EVENT_PROPERTIES_BYTES = 64 * 1024

/** Why a change was not stored, or only partly. */
export interface Refusal {
  readonly details: string
  readonly isPartial: boolean
}

const TOO_LARGE: Readonly<Record<keyof DroppedProperties, string>> = {
  person: `Properties exceed maximum size of ${MAX_EVENT_PROPERTIES_BYTES} bytes: new properties were not stored.`,
  project: 'The project has reached its limit for stored users and groups: new properties were not stored.',
}

type Wanted = ReadonlyMap<string, JsonValue | undefined>

/** The size of the braces, minus the comma that the last property does not have. */
const FRAME_BYTES = 1
const EMPTY_BYTES = 2
const NOTHING: Wanted = new Map()

/**
 * The properties of a person or group while changes are merged into them, one after the other. Their size is updated
 * with each change: measuring all of them each time would make small changes of large properties expensive.
 */
export class KnownProperties {
  // Bound: dies with the request
  readonly #values: Map<string, JsonValue>
  #bytes = FRAME_BYTES
  #isChanged = false

  constructor(properties: JsonObject) {
    this.#values = new Map(Object.entries(properties))
    if (this.#values.size > 0) this.#bytes = jsonBytes(properties)
  }

  /** The size as JSON. */
  get bytes(): number {
    return this.#values.size > 0 ? this.#bytes : EMPTY_BYTES
  }

  /** Whether any property differs from its initial value. */
  get isChanged(): boolean {
    return this.#isChanged
  }

  /**
   * Applies a change, and subtracts its growth from `room`. If the growth exceeds a limit, new properties are
   * dropped; if the rest still does, only removals are applied.
   * @param rowBytes the size of a new person or group itself, whose change is applied completely or not at all
   */
  apply(change: PropertiesChange, room: StorageRoom, rowBytes = 0): Refusal | null {
    if (!isJson(change.set) || !isJson(change.setOnce ?? {})) {
      return { details: 'Properties must be JSON with at most 64 levels of nesting.', isPartial: false }
    }
    const wanted = this.#wanted(change)
    const growth = this.#growth(wanted)
    const limit = this.#exceededLimit(growth, room, rowBytes)
    if (limit === null) {
      this.#lay(wanted, growth, room, rowBytes)
      return null
    }
    const applied = rowBytes > 0 ? NOTHING : this.#reduced(wanted, room)
    this.#lay(applied, this.#growth(applied), room, 0)
    room.drop(limit, Math.max(1, wanted.size - applied.size))
    return { details: TOO_LARGE[limit], isPartial: applied.size > 0 }
  }

  /** Copies the other properties that are unknown here, all of them or none. */
  bring(other: KnownProperties, room: StorageRoom, rowBytes = 0): void {
    const wanted = new Map<string, JsonValue>()
    for (const [name, value] of other.#values) if (!this.#values.has(name)) wanted.set(name, value)
    if (wanted.size === 0) return
    const growth = this.#growth(wanted)
    const limit = this.#exceededLimit(growth, room, rowBytes)
    if (limit === null && room.bring(growth + rowBytes)) this.#lay(wanted, growth, room, rowBytes)
    else room.drop(limit ?? 'project', wanted.size)
  }

  #exceededLimit(growth: number, room: StorageRoom, rowBytes: number): keyof DroppedProperties | null {
    if (growth > 0 && this.#bytes + growth > MAX_EVENT_PROPERTIES_BYTES) return 'person'
    const added = rowBytes > 0 ? rowBytes + Math.max(EMPTY_BYTES, FRAME_BYTES + growth) : growth
    return room.has(added) ? null : 'project'
  }

  #reduced(wanted: Wanted, room: StorageRoom): Wanted {
    const known = new Map([...wanted].filter(([name]) => this.#values.has(name)))
    const removed = new Map([...known].filter(([, value]) => value === undefined))
    return [known, removed].find((each) => this.#exceededLimit(this.#growth(each), room, 0) === null) ?? NOTHING
  }

  /** @param growth {@link #growth} of `wanted`, passed because measuring takes time */
  #lay(wanted: Wanted, growth: number, room: StorageRoom, rowBytes: number): void {
    const before = this.bytes
    this.#bytes += growth
    for (const [name, value] of wanted) {
      if (value === undefined) this.#values.delete(name)
      else this.#values.set(name, value)
    }
    this.#isChanged ||= wanted.size > 0
    room.add(rowBytes > 0 ? rowBytes + this.bytes : this.bytes - before)
  }

  /**
   * Returns the current properties. Keys are defined, not assigned, so that one called `__proto__` is ordinary data.
   */
  toObject(): JsonObject {
    return Object.fromEntries(this.#values)
  }

  /** Returns the new value of each property that a change modifies; undefined removes it. */
  #wanted({ set, setOnce = {}, unset = [] }: PropertiesChange): Wanted {
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

  #growth(wanted: Wanted): number {
    const known: [string, JsonValue][] = []
    const next: [string, JsonValue][] = []
    for (const [name, value] of wanted) {
      const before = this.#values.get(name)
      if (before !== undefined) known.push([name, before])
      // Such a text exceeds the limit alone, and takes a millisecond to measure.
      if (typeof value === 'string' && value.length > MAX_EVENT_PROPERTIES_BYTES) return Number.POSITIVE_INFINITY
      if (value !== undefined) next.push([name, value])
    }
    return sizeOf(next) - sizeOf(known)
  }
}

/** Returns the size of properties in bytes of compact JSON, including colons and commas. */
function sizeOf(properties: Iterable<readonly [string, JsonValue]>): number {
  const all = [...properties]
  if (all.length === 0) return 0
  // Serialized as one text, because serializing each separately is many times slower. Each pair adds two brackets.
  const pairs = JSON.stringify(all)
  return utf8Bytes(pairs) - 1 - 2 * all.length
}

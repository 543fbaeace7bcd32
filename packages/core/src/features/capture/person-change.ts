import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json/json-value.ts'
import type { CapturedEvent } from './captured-event.ts'

/** The effect of an event on its person (CAPTURE-20). */
export interface PersonChange {
  readonly distinctId: string
  readonly set: JsonObject
  readonly setOnce: JsonObject
  readonly unset: readonly string[]
  /** Whether the event creates the person, even without properties. */
  readonly makesPerson: boolean
  /** Another id of the same person: properties are copied between the two (CAPTURE-22, CAPTURE-34); null for none. */
  readonly otherId: string | null
  /** Whether the event creates a person with the other id, even if nothing was known of it. */
  readonly makesOther: boolean
}

const NOTHING: JsonObject = {}

interface OtherIdField {
  readonly property: string
  readonly makesOther: boolean
}

/**
 * The property that contains another id, by the name of the event. `$identify` does not create a person with that id:
 * each visit has a new anonymous id, and most of them are never sent again.
 */
const OTHER_ID: Readonly<Record<string, OtherIdField>> = {
  $identify: { property: '$anon_distinct_id', makesOther: false },
  $create_alias: { property: 'alias', makesOther: true },
  $merge_dangerously: { property: 'alias', makesOther: true },
}

/** Ids that applications send when they have none. Many users share them, so nothing is copied from them. */
const NOBODY = new Set(
  ['anonymous', 'guest', 'distinctid', 'distinct_id', 'id', 'not_authenticated', 'email', 'undefined', 'true', 'false'] // biome-ignore format: a list
    .concat(['null', 'none', 'nan', '0', '[object object]', '""', '']),
)

/** Returns null when the event does not affect its person. */
export function personChangeOf({ name, distinctId, properties }: CapturedEvent): PersonChange | null {
  // Servers send it with an id that stands for the group (CAPTURE-33).
  if (name === '$groupidentify') return null
  const set = objectAt(properties, '$set')
  const setOnce = objectAt(properties, '$set_once')
  const unset = namesIn(properties.$unset)
  const field = Object.hasOwn(OTHER_ID, name) ? OTHER_ID[name] : undefined
  const otherId = otherIdIn(field, distinctId, properties)
  const isAboutPerson = name === '$identify' || set !== NOTHING || setOnce !== NOTHING
  if (!isAboutPerson && unset.length === 0 && otherId === null) return null
  const makesOther = field?.makesOther ?? false
  return { distinctId, set, setOnce, unset, otherId, makesPerson: isAboutPerson, makesOther }
}

function objectAt(properties: JsonObject, name: string): JsonObject {
  const value = properties[name]
  return isJsonObject(value) && Object.keys(value).length > 0 ? value : NOTHING
}

/** Returns the names in a list, or the keys of an object. */
function namesIn(unset: JsonValue | undefined): readonly string[] {
  if (unset === undefined) return []
  if (Array.isArray(unset)) return unset.filter((name) => typeof name === 'string')
  return isJsonObject(unset) ? Object.keys(unset) : []
}

function otherIdIn(field: OtherIdField | undefined, distinctId: string, properties: JsonObject): string | null {
  const other = field === undefined ? undefined : properties[field.property]
  const otherId = typeof other === 'number' ? String(other) : other
  if (typeof otherId !== 'string' || otherId === distinctId) return null
  return NOBODY.has(otherId.trim().toLowerCase()) ? null : otherId
}

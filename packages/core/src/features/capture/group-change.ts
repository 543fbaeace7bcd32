import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json/json-value.ts'
import type { CapturedEvent } from './captured-event.ts'

/** The effect of an event on a group (CAPTURE-23). */
export interface GroupChange {
  /** The name of the type, such as `company`. */
  readonly groupType: string
  readonly groupKey: string
  readonly set: JsonObject
}

/** Returns null when the event does not affect a group. */
export function groupChangeOf({ name, properties }: CapturedEvent): GroupChange | null {
  if (name !== '$groupidentify') return null
  const groupType = textOf(properties.$group_type)
  const groupKey = textOf(properties.$group_key)
  if (groupType === undefined || groupKey === undefined) return null
  const set = isJsonObject(properties.$group_set) ? properties.$group_set : {}
  return { groupType, groupKey, set }
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

import type { JsonObject } from '@flagdeck/core'
import { isJsonObject } from '@flagdeck/core/operations'
import type { Attempt } from './write-operations.ts'

/** How much larger the request of a step becomes. */
export interface Growth {
  /** The number of characters that are added; half of them take two bytes. */
  readonly length: number
  /** Selects the field, person or group that is written. */
  readonly which: number
}

type Grow = (json: JsonObject, text: string, which: number) => JsonObject

const growFlag: Grow = (json, text, which) => {
  if (which % 2 === 0) return { ...json, name: text }
  return { ...json, filters: { ...objectAt(json, 'filters'), payloads: { true: JSON.stringify(text) } } }
}
const growEvent: Grow = (json, text, which) => {
  if (Array.isArray(json.batch)) {
    const batch = json.batch.map((each, at) => (isJsonObject(each) ? growEvent(each, text, which + at) : each))
    return { ...json, batch }
  }
  const properties = objectAt(json, 'properties')
  const added = { $set: { text }, $group_set: { text }, $group_key: `group-${which % 5}` }
  return { ...json, distinct_id: `person-${which % 9}`, properties: { ...properties, ...added } }
}

/** Operations whose requests can be made larger. */
const GROWING: readonly (readonly [operation: RegExp, grow: Grow])[] = [
  [/^feature_flags_(create|update|partial_update)$/, growFlag],
  [/^feature_flags_bulk_update_tags/, (json, text) => ({ ...json, tags: [text.slice(0, 255)] })],
  [/^cohorts_(create|partial_update)$/, (json, text) => ({ ...json, description: text })],
  [/^persons_partial_update$/, (json, text) => ({ ...json, properties: { text } })],
  [/^persons_update_property_create$/, (json, value) => ({ ...json, value })],
  [/^groups_create$/, (json, text, which) => ({ ...json, group_key: `group-${which % 5}`, properties: { text } })],
  [/capture$/, growEvent],
  [
    /^projects_import/,
    (json, name, which) => {
      const flags = [{ key: `imported-${which}`, name, filters: { groups: [{}] } }]
      return { ...json, document: { ...objectAt(json, 'document'), flags } }
    },
  ],
]

export function isGrowing(operation: string): boolean {
  return GROWING.some(([pattern]) => pattern.test(operation))
}

/** The request with longer texts, if it belongs to one of the operations above. */
export function growingAttempt(operation: string, attempt: Attempt, { length, which }: Growth): Attempt {
  const [, grow] = GROWING.find(([pattern]) => pattern.test(operation)) ?? []
  if (!grow || length === 0 || !isJsonObject(attempt.json)) return attempt
  return { ...attempt, json: grow(attempt.json, 'xé'.repeat(length / 2), which) }
}

function objectAt(json: JsonObject, name: string): JsonObject {
  const value = json[name]
  return isJsonObject(value) ? value : {}
}

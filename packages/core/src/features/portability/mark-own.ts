import type { JsonObject } from '../../foundation/json/json-value.ts'

/** In front of a key of the client's own that a document would take for one of its names. */
const MARK = '='

/** The fields of a part of filters as a document has them, where `name` means something else (PORT-15). */
export function markOwn(fields: object, name: string): JsonObject {
  return renamed(fields, (field) => (bare(field) === name ? MARK + field : field))
}

/** What {@link markOwn} was given. */
export function unmarkOwn(fields: object, name: string): JsonObject {
  return renamed(fields, (field) => (field !== name && bare(field) === name ? field.slice(MARK.length) : field))
}

function bare(field: string): string {
  return field.replace(/^=+/, '')
}

function renamed(fields: object, nameOf: (field: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [nameOf(field), value]))
}

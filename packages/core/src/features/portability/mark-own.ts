import type { JsonObject } from '../../foundation/json/json-value.ts'

/** The prefix of a client's own key that would otherwise be read as a name of the document. */
const MARK = '='

/** Returns the fields of a part of filters as in a document, in which `name` has another meaning (PORT-15). */
export function markOwn(fields: object, name: string): JsonObject {
  return renamed(fields, (field) => (bare(field) === name ? MARK + field : field))
}

/** Reverts {@link markOwn}. */
export function unmarkOwn(fields: object, name: string): JsonObject {
  return renamed(fields, (field) => (field !== name && bare(field) === name ? field.slice(MARK.length) : field))
}

function bare(field: string): string {
  return field.replace(/^=+/, '')
}

function renamed(fields: object, nameOf: (field: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [nameOf(field), value]))
}

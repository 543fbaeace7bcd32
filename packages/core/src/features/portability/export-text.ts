import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json/json-value.ts'
import { compareUnits } from '../../foundation/lists/compare-text.ts'

/** A document as text that is the same for the same content: keys in order, two spaces, a line break at the end. */
export function exportText(document: object): string {
  // Documents are plain data.
  return `${written(document as JsonObject)}\n`
}

/**
 * {@link exportText} in parts, cut at the entries of the document's lists: each is written when it is read. A list may be a
 * generator: then each entry exists only while it is written.
 */
export function* exportTextParts(document: object): Generator<string> {
  let lead = '{\n'
  for (const [key, value] of inOrder(document as JsonObject)) {
    yield `${lead}  ${JSON.stringify(key)}: `
    yield* valueParts(value)
    lead = ',\n'
  }
  yield lead === '{\n' ? exportText(document) : '\n}\n'
}

function* valueParts(value: JsonValue | Iterable<JsonValue>): Generator<string> {
  if (!isIterable(value)) return yield indented(written(value), 2)
  let lead = '[\n'
  for (const entry of value) {
    yield `${lead}    ${indented(written(entry), 4)}`
    lead = ',\n'
  }
  yield lead === '[\n' ? '[]' : '\n  ]'
}

function isIterable(value: JsonValue | Iterable<JsonValue>): value is Iterable<JsonValue> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}

function written(value: JsonValue): string {
  return JSON.stringify(withSortedKeys(value), null, 2)
}

/** Line breaks inside texts are escaped: those that are there are of the form. */
function indented(text: string, spaces: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(spaces)}`)
}

function withSortedKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withSortedKeys)
  if (!isJsonObject(value)) return value
  // Object.fromEntries defines keys, so that one called `__proto__` stays a key.
  return Object.fromEntries(inOrder(value).map(([key, part]) => [key, withSortedKeys(part)]))
}

function inOrder(object: JsonObject): [string, JsonValue][] {
  return Object.entries(object).toSorted(([a], [b]) => compareUnits(a, b))
}

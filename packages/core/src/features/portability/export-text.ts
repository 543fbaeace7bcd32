import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json/json-value.ts'
import { compareUnits } from '../../foundation/lists/compare-text.ts'

/**
 * Returns a document as text that is the same for the same content: sorted keys, two spaces, a line break at the end.
 */
export function exportText(document: object): string {
  // Documents are plain data.
  return `${written(document as JsonObject)}\n`
}

/**
 * Like {@link exportText}, in parts that end at the entries of the document's lists: each is written when it is read. A
 * list may be a generator, so that each entry exists only while it is written. An entry with a generator is divided at
 * the entries of that generator.
 */
export function* exportTextParts(document: object): Generator<string> {
  yield* objectParts(document as Written, 0)
  yield '\n'
}

type Part = JsonValue | Iterable<JsonValue>
type Written = Readonly<Record<string, Part>>

function* objectParts(object: Written, spaces: number): Generator<string> {
  const margin = ' '.repeat(spaces)
  let lead = '{\n'
  for (const [key, value] of inOrder(object)) {
    yield `${lead}${margin}  ${JSON.stringify(key)}: `
    yield* valueParts(value, spaces + 2)
    lead = ',\n'
  }
  yield lead === '{\n' ? '{}' : `\n${margin}}`
}

function* valueParts(value: Part, spaces: number): Generator<string> {
  if (!isIterable(value)) return yield indented(written(value), spaces)
  const margin = ' '.repeat(spaces)
  let lead = '[\n'
  for (const entry of value) {
    const start = `${lead}${margin}  `
    if (!hasGenerator(entry)) yield start + indented(written(entry), spaces + 2)
    else {
      yield start
      yield* objectParts(entry, spaces + 2)
    }
    lead = ',\n'
  }
  yield lead === '[\n' ? '[]' : `\n${margin}]`
}

function isIterable(value: Part): value is Iterable<JsonValue> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}

function hasGenerator(entry: JsonValue): entry is JsonObject {
  return isJsonObject(entry) && Object.values<Part>(entry).some((value) => isIterable(value) && !Array.isArray(value))
}

function written(value: JsonValue): string {
  return JSON.stringify(withSortedKeys(value), null, 2)
}

/** Indents all lines. Line breaks in values are escaped, so the remaining ones are formatting. */
function indented(text: string, spaces: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(spaces)}`)
}

function withSortedKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withSortedKeys)
  if (!isJsonObject(value)) return value
  // Object.fromEntries defines keys, so that a key called `__proto__` stays a key.
  return Object.fromEntries(inOrder(value).map(([key, part]) => [key, withSortedKeys(part)]))
}

function inOrder<T>(object: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(object).toSorted(([a], [b]) => compareUnits(a, b))
}

import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json/json-value.ts'
import { compareUnits } from '../../foundation/lists/compare-text.ts'
import { timeSlice } from '../../foundation/time/yield.ts'

/** A document as text that is the same for the same content: keys in order, two spaces, a line break at the end. */
export function exportText(document: object): string {
  // Documents are plain data.
  return `${written(document as JsonObject)}\n`
}

/** {@link exportText} of a document with long lists: it yields between their entries. */
export async function exportTextYielding(document: object): Promise<string> {
  const parts: string[] = []
  for (const [key, value] of inOrder(document as JsonObject)) {
    parts.push(`  ${JSON.stringify(key)}: ${await writtenYielding(value)}`)
  }
  return parts.length === 0 ? exportText(document) : `{\n${parts.join(',\n')}\n}\n`
}

async function writtenYielding(value: JsonValue): Promise<string> {
  if (!Array.isArray(value) || value.length === 0) return indented(written(value), 2)
  const slice = timeSlice()
  const entries: string[] = []
  for (const entry of value) {
    entries.push(`    ${indented(written(entry), 4)}`)
    await slice.yieldIfOver()
  }
  return `[\n${entries.join(',\n')}\n  ]`
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

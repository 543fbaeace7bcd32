import { isJsonObject, type JsonObject } from '../../../foundation/json/json-value.ts'

/** Longer values are truncated: an error must not repeat a whole request. */
const MAX_LENGTH = 1000

/** Returns a JSON value in the notation of Python, which messages of the original service use. */
export function pythonText(value: unknown): string {
  let text = ''
  for (const piece of pieces(value)) {
    text += piece
    if (text.length > MAX_LENGTH) return `${text.slice(0, MAX_LENGTH)}…`
  }
  return text
}

/** Yields the text piece by piece, so that a long value is not converted completely. */
function* pieces(value: unknown): Generator<string, void> {
  if (value === null || value === undefined) yield 'None'
  else if (typeof value === 'boolean') yield value ? 'True' : 'False'
  else if (typeof value === 'string') yield quoted(value)
  else if (Array.isArray(value)) yield* listPieces(value)
  else if (isJsonObject(value)) yield* objectPieces(value)
  else yield String(value)
}

function* listPieces(list: readonly unknown[]): Generator<string, void> {
  yield '['
  for (const [index, item] of list.entries()) {
    if (index > 0) yield ', '
    yield* pieces(item)
  }
  yield ']'
}

function* objectPieces(object: JsonObject): Generator<string, void> {
  yield '{'
  for (const [index, key] of Object.keys(object).entries()) {
    yield `${index > 0 ? ', ' : ''}${quoted(key)}: `
    yield* pieces(object[key])
  }
  yield '}'
}

function quoted(whole: string): string {
  const text = whole.slice(0, MAX_LENGTH)
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const escaped = text.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t')
  return `${quote}${quote === "'" ? escaped.replace(/'/g, "\\'") : escaped}${quote}`
}

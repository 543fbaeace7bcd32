import type { JsonValue } from './json-value.ts'

const encoder = new TextEncoder()

/** Returns the number of bytes of a text in UTF-8. */
export function utf8Bytes(text: string): number {
  return encoder.encode(text).byteLength
}

/** Returns the number of bytes of compact JSON in UTF-8, the form in which stores write a document. */
export function jsonBytes(value: JsonValue | object): number {
  return utf8Bytes(JSON.stringify(value))
}

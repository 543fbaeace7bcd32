import type { JsonValue } from './json-value.ts'

const encoder = new TextEncoder()

/** Bytes of a text in UTF-8. */
export function utf8Bytes(text: string): number {
  return encoder.encode(text).byteLength
}

/** Bytes of compact JSON in UTF-8, which is how stores write a document. */
export function jsonBytes(value: JsonValue | object): number {
  return utf8Bytes(JSON.stringify(value))
}

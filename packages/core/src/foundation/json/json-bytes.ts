import type { JsonValue } from './json-value.ts'

const encoder = new TextEncoder()

/** Bytes of compact JSON in UTF-8, which is how stores write a document. */
export function jsonBytes(value: JsonValue | object): number {
  return textBytes(JSON.stringify(value))
}

export function textBytes(text: string): number {
  return encoder.encode(text).byteLength
}

import { decodeUtf8 } from './json-body.ts'

const STRING_OR_NON_NUMBER = /"(?:[^"\\]|\\.)*"|-?\bInfinity\b|\bNaN\b/g
const encoder = new TextEncoder()

/** Some SDKs write NaN and Infinity into their JSON; they are read as null. */
export function withoutNonNumbers(json: Uint8Array): Uint8Array {
  const text = decodeUtf8(json)
  if (!text.includes('NaN') && !text.includes('Infinity')) return json
  return encoder.encode(text.replace(STRING_OR_NON_NUMBER, (part) => (part.startsWith('"') ? part : 'null')))
}

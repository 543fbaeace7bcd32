import { isJson, type JsonValue } from '../../foundation/json/json-value.ts'
import { type Violation, violation } from '../../foundation/validation/violation.ts'

/** The size rule of filters: compact JSON in bytes of UTF-8, checked as sent and again as stored. */
export function filterSizeViolations(filters: unknown, maxBytes: number, whose = 'Feature flag'): Violation[] {
  if (!isJson(filters)) return []
  const size = jsonBytes(filters)
  if (size <= maxBytes) return []
  const detail =
    `${whose} filters exceed maximum size of ${maxBytes} bytes. Current size: ${size} bytes. ` +
    'Please simplify conditions or reduce payload sizes.'
  return [violation('filters', 'invalid_input', detail)]
}

const encoder = new TextEncoder()

/** Bytes of compact JSON in UTF-8. */
export function jsonBytes(value: JsonValue): number {
  return encoder.encode(JSON.stringify(value)).byteLength
}

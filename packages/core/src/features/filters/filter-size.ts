import { jsonBytes } from '../../foundation/json/json-bytes.ts'
import { isJson } from '../../foundation/json/json-value.ts'
import { type Violation, violation } from '../../foundation/validation/violation.ts'

/**
 * Checks the size of filters: compact JSON in bytes of UTF-8. It is checked in the sent form and in the stored form.
 */
export function filterSizeViolations(filters: unknown, maxBytes: number, whose = 'Feature flag'): Violation[] {
  if (!isJson(filters)) return []
  const size = jsonBytes(filters)
  if (size <= maxBytes) return []
  const detail =
    `${whose} filters exceed maximum size of ${maxBytes} bytes. Current size: ${size} bytes. ` +
    'Please simplify conditions or reduce payload sizes.'
  return [violation('filters', 'invalid_input', detail)]
}

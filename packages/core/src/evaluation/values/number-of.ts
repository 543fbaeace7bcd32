import type { JsonValue } from '../../foundation/json/json-value.ts'

// Each digit can be matched in only one way; otherwise refusing a text of digits would take quadratic time.
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
const NAMED = /^([+-]?)(?:(inf|infinity)|nan)$/i

/**
 * Returns the number for a value, or undefined if there is none (EVAL-29): JSON numbers, and text that is completely a
 * number (including `1e3`, `-.5`, `inf` and `nan`).
 */
export function numberOf(value: JsonValue): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return undefined
  return DECIMAL.test(value) ? Number(value) : namedNumber(value)
}

function namedNumber(text: string): number | undefined {
  const match = NAMED.exec(text)
  if (!match) return undefined
  const [, sign, infinity] = match
  return infinity ? Number(`${sign}Infinity`) : Number.NaN
}

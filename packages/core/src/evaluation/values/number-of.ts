import type { JsonValue } from '../../foundation/json/json-value.ts'

// Each digit can be read in one way only, or text of nothing but digits would take quadratic time to be refused.
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
const NAMED = /^([+-]?)(?:(inf|infinity)|nan)$/i

/**
 * The number that a value stands for, or undefined when it stands for none (EVAL-29): JSON numbers,
 * and text that is a number from its first to its last character (`1e3`, `-.5`, `inf` and `nan` included).
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

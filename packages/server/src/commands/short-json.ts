import type { JsonValue } from '@flagdeck/core'

/** Returns a value as JSON, shortened to fit on a line. */
export function shortJson(value: JsonValue, length: number): string {
  const text = JSON.stringify(value)
  return text.length > length ? `${text.slice(0, length)}…` : text
}

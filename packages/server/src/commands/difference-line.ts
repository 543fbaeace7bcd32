import type { JsonValue } from '@flagdeck/core'
import { shortJson } from './short-json.ts'

interface Difference {
  readonly field: string
  readonly before: JsonValue
  readonly after: JsonValue
}

/** Returns the change of a field as one line of text; `--json` has the full values. */
export function differenceLine({ field, before, after }: Difference): string {
  return `${field}: ${shortJson(before, SHOWN_LENGTH)} -> ${shortJson(after, SHOWN_LENGTH)}`
}

const SHOWN_LENGTH = 100

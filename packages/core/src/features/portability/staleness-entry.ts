import type { Staleness } from '../../data/records/staleness.ts'
import type { JsonObject, JsonValue } from '../../foundation/json/json-value.ts'

/** The number of days after which flags count as stale, as in documents; null if never for that reason. */
export type StalenessEntry = { readonly [Field in keyof typeof RULE_FIELDS]: number | null }

/** The project's name of each field. */
const RULE_FIELDS = {
  not_called_days: 'notCalledDays',
  never_called_days: 'neverCalledDays',
  rolled_out_days: 'rolledOutDays',
} as const satisfies Readonly<Record<string, keyof Staleness>>

/** The fields of the rule. */
export const STALENESS_FIELDS: readonly string[] = Object.keys(RULE_FIELDS)

export function stalenessEntry({ notCalledDays, neverCalledDays, rolledOutDays }: Staleness): StalenessEntry {
  return { not_called_days: notCalledDays, never_called_days: neverCalledDays, rolled_out_days: rolledOutDays }
}

/** Returns the rule of a document with the names of the project, and the unknown fields of it. */
export function stalenessOf(entry: JsonObject): {
  readonly rule: { readonly [Field in keyof Staleness]?: JsonValue }
  readonly unknown: readonly string[]
} {
  const names: Readonly<Record<string, string | undefined>> = RULE_FIELDS
  const named = Object.entries(entry).map(([field, value]) => ({ field, name: names[field], value }))
  return {
    rule: Object.fromEntries(named.flatMap(({ name, value }) => (name === undefined ? [] : [[name, value]]))),
    unknown: named.filter(({ name }) => name === undefined).map(({ field }) => field),
  }
}

import { isJsonObject, type JsonObject, type JsonValue, jsonEquals } from '../../foundation/json/json-value.ts'
import { compareUnits } from '../../foundation/lists/compare-text.ts'
import type { FieldDifference } from './import-plan.ts'

/** Returns the differences of `wanted` from `current`. Fields that `wanted` does not have stay unchanged. */
export function fieldDifferences(current: JsonObject, wanted: JsonObject): readonly FieldDifference[] {
  return Object.entries(wanted)
    .flatMap(([field, after]) => differencesAt(field, current[field] ?? null, after))
    .toSorted((a, b) => compareUnits(a.field, b.field))
}

function differencesAt(field: string, before: JsonValue, after: JsonValue): readonly FieldDifference[] {
  if (jsonEquals(before, after)) return []
  if (field !== 'filters' || !isJsonObject(before) || !isJsonObject(after)) return [{ field, before, after }]
  const parts = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return parts.flatMap((part) => {
    const [was, is] = [before[part] ?? null, after[part] ?? null]
    return jsonEquals(was, is) ? [] : [{ field: `${field}.${part}`, before: was, after: is }]
  })
}

/** Returns the names of the fields that differ. */
export function changedFields(differences: readonly FieldDifference[]): ReadonlySet<string> {
  return new Set(differences.map(({ field }) => field.split('.')[0] ?? field))
}

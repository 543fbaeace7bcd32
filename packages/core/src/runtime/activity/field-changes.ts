import type { FieldChange } from '../../data/records/activity.ts'
import { type JsonValue, jsonEquals } from '../../foundation/json/json-value.ts'

/** Returns the differences between two states of a record, by field in the given order. */
export function fieldChanges<F extends string>(
  type: FieldChange['type'],
  fields: readonly F[],
  before: { readonly [field in F]?: unknown },
  after: { readonly [field in F]?: unknown },
): FieldChange[] {
  return fields.flatMap((field) => {
    // Records are plain data, so their values are JSON.
    const was = (before[field] ?? null) as JsonValue
    const is = (after[field] ?? null) as JsonValue
    return jsonEquals(was, is) ? [] : [{ type, action: actionOf(was, is), field, before: was, after: is }]
  })
}

function actionOf(before: JsonValue, after: JsonValue): FieldChange['action'] {
  if (before === null) return 'created'
  return after === null ? 'deleted' : 'changed'
}

import type { FieldChange } from '../../data/records/activity.ts'
import { type JsonValue, jsonEquals } from '../../foundation/json/json-value.ts'

/** What differs between two states of a record, field by field in the given order. */
export function fieldChanges<F extends string>(
  type: FieldChange['type'],
  fields: readonly F[],
  before: { readonly [field in F]?: unknown },
  after: { readonly [field in F]?: unknown },
): FieldChange[] {
  return fields.flatMap((field) => {
    // Entities are plain data, so what they hold is JSON.
    const was = (before[field] ?? null) as JsonValue
    const is = (after[field] ?? null) as JsonValue
    return jsonEquals(was, is) ? [] : [{ type, action: actionOf(was, is), field, before: was, after: is }]
  })
}

function actionOf(before: JsonValue, after: JsonValue): FieldChange['action'] {
  if (before === null) return 'created'
  return after === null ? 'deleted' : 'changed'
}

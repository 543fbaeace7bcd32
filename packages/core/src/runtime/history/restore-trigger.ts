import type { JsonObject } from '../../foundation/json/json-value.ts'

/** What the entry of a change says that brought back a version (HIST-8), in the form of every trigger. */
export function restoreTrigger(version: number): JsonObject {
  return { job_type: 'restore', job_id: String(version), payload: { version } }
}

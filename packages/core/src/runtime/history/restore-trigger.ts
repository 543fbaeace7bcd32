import type { JsonObject } from '../../foundation/json/json-value.ts'

/** Returns the trigger of an entry that restored a version (HIST-8), in the form of all triggers. */
export function restoreTrigger(version: number): JsonObject {
  return { job_type: 'restore', job_id: String(version), payload: { version } }
}

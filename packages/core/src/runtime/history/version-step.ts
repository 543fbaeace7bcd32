import type { VersionStep } from '../../data/records/activity.ts'
import { deltaBetween } from '../../foundation/json/json-delta.ts'
import type { JsonObject } from '../../foundation/json/json-value.ts'

/** The length in characters that every version counts, even one without changes, because it must be read too. */
const STEP_LENGTH = 100

/** The step of a new record, which has no earlier state. */
export const FIRST_STEP: VersionStep = { version: 1, undo: null, before: null, walk: 0 }

/**
 * Returns the step to a new version, from the state before it. `walk` is the value of the previous step. Once the way
 * back is longer than the state itself, the whole state is stored. So the stored data is at most twice the size of the
 * changes, and reading any version costs about as much as reading two states (HIST-2).
 */
export function stepTo(version: number, before: JsonObject, after: JsonObject, walk: number): VersionStep {
  const undo = deltaBetween(after, before)
  const longer = walk + STEP_LENGTH + lengthOf(undo)
  return longer <= lengthOf(before)
    ? { version, undo, before: null, walk: longer }
    : { version, undo: null, before, walk: 0 }
}

function lengthOf(value: object | null): number {
  return value === null ? 0 : JSON.stringify(value).length
}

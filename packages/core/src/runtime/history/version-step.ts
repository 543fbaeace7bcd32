import type { VersionStep } from '../../data/records/activity.ts'
import { deltaBetween } from '../../foundation/json/json-delta.ts'
import type { JsonObject } from '../../foundation/json/json-value.ts'

/** What a version that changes nothing counts, since it has to be read as well; in characters. */
const STEP_LENGTH = 100

/** Of a record that was just made: there is nothing to go back to. */
export const FIRST_STEP: VersionStep = { version: 1, undo: null, before: null, walk: 0 }

/**
 * The step to a new version, from the state before it. `walk` is that of the step before. Once the way back is longer
 * than the state itself, the state is kept whole: so what is stored grows by what changes, to twice that at most, and
 * reading any version costs about as much as reading two states (HIST-2).
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

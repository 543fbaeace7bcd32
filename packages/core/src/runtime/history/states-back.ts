import type { ItemStep } from '../../data/tables/activity-table.ts'
import { applyDelta } from '../../foundation/json/json-delta.ts'
import { isJsonObject, type JsonObject } from '../../foundation/json/json-value.ts'
import { timeSlice, yieldToOthers } from '../../foundation/time/yield.ts'
import type { VersionedKind } from './versioned-kind.ts'

/** The state of a record at a version. */
export interface StateAt {
  readonly version: number
  readonly state: JsonObject
}

const STEPS_BEFORE_YIELD = 500

/** The states before and after a step; undefined when the history does not contain them (HIST-5). */
export interface StepSides {
  readonly version: number
  readonly before: StateAt | undefined
  readonly after: StateAt | undefined
}

type Step = Omit<ItemStep, 'itemId'>
type Kind = Pick<VersionedKind, 'tellsEveryVersion'>

/**
 * Returns the state before all of these steps, which must be in the order of their versions. It is derived from the
 * newest state, or from the first keyframe on the way back; undefined when the history does not reach. A step costs as
 * much as it changes, and long histories yield to the event loop in between.
 */
export async function stateBack(
  kind: Kind,
  newest: StateAt | undefined,
  steps: readonly Step[],
): Promise<StateAt | undefined> {
  // Objects that this function created. It changes them in place, because only the last state is returned.
  const ours = new WeakSet<object>()
  // Reading so many steps has already taken long.
  if (steps.length > STEPS_BEFORE_YIELD) await yieldToOthers()
  const slice = timeSlice()
  let at = newest
  for (const step of steps.toReversed()) {
    at = stateBefore(step, stateAfter(kind, step, at), ours)
    await slice.yieldIfOver()
  }
  return at
}

/**
 * Derives states like {@link stateBack}, and yields both sides of each step, the newest first. Yielded states do not
 * change.
 */
export async function* statesBack(
  kind: Kind,
  newest: StateAt | undefined,
  steps: readonly Step[],
): AsyncGenerator<StepSides> {
  const slice = timeSlice()
  let at = newest
  for (const step of steps.toReversed()) {
    const after = stateAfter(kind, step, at)
    at = stateBefore(step, after)
    yield { version: step.version, before: at, after }
    await slice.yieldIfOver()
  }
}

/** Returns the state after a step, if `at` is that state. */
function stateAfter({ tellsEveryVersion }: Kind, { version }: Step, at: StateAt | undefined): StateAt | undefined {
  if (!at) return undefined
  return (tellsEveryVersion ? at.version === version : at.version >= version) ? at : undefined
}

function stateBefore(
  { version, undo, before }: Step,
  after: StateAt | undefined,
  ours?: WeakSet<object>,
): StateAt | undefined {
  if (version <= 1) return undefined
  if (isJsonObject(before)) return { version: version - 1, state: before }
  // Data that was damaged in the database leads to no state.
  const state = after && (undo === null || isJsonObject(undo)) ? applyDelta(after.state, undo, ours) : undefined
  return isJsonObject(state) ? { version: version - 1, state } : undefined
}

import type { ItemStep } from '../../data/tables/activity-table.ts'
import { applyDelta } from '../../foundation/json/json-delta.ts'
import { isJsonObject, type JsonObject } from '../../foundation/json/json-value.ts'
import { timeSlice, yieldToOthers } from '../../foundation/time/yield.ts'
import type { VersionedKind } from './versioned-kind.ts'

/** A record as it was at a version. */
export interface StateAt {
  readonly version: number
  readonly state: JsonObject
}

const STEPS_BEFORE_YIELD = 500

/** Both sides of a step; undefined where what is kept does not reach (HIST-5). */
export interface StepSides {
  readonly version: number
  readonly before: StateAt | undefined
  readonly after: StateAt | undefined
}

type Step = Omit<ItemStep, 'itemId'>
type Kind = Pick<VersionedKind, 'tellsEveryVersion'>

/**
 * The state before all of these steps, which are in the order of their versions: walked back to from the newest, or from
 * the first keyframe on the way; undefined where what is kept does not reach. A step costs what it changes, and it yields
 * in between, however many there are.
 */
export async function stateBack(
  kind: Kind,
  newest: StateAt | undefined,
  steps: readonly Step[],
): Promise<StateAt | undefined> {
  // What no step has seen before the end is changed itself.
  const ours = new WeakSet<object>()
  // Reading so many took long by itself.
  if (steps.length > STEPS_BEFORE_YIELD) await yieldToOthers()
  const slice = timeSlice()
  let at = newest
  for (const step of steps.toReversed()) {
    at = stateBefore(step, stateAfter(kind, step, at), ours)
    await slice.yieldIfOver()
  }
  return at
}

/** Walks back as {@link stateBack} does and tells both sides of each step, the newest first. They stay as they are. */
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

/** What the version of a step was, if that is what was come to. */
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
  // What somebody damaged in the database leads nowhere.
  const state = after && (undo === null || isJsonObject(undo)) ? applyDelta(after.state, undo, ours) : undefined
  return isJsonObject(state) ? { version: version - 1, state } : undefined
}

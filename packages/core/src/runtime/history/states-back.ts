import type { ItemStep } from '../../data/tables/activity-table.ts'
import { applyDelta } from '../../foundation/json/json-delta.ts'
import { isJsonObject, type JsonObject } from '../../foundation/json/json-value.ts'
import { timeSlice } from '../../foundation/time/yield.ts'
import type { VersionedKind } from './versioned-kind.ts'

/** A thing as it was at a version. */
export interface StateAt {
  readonly version: number
  readonly state: JsonObject
}

/** Both sides of a step; undefined where what is kept does not reach (HIST-5). */
export interface StepSides {
  readonly version: number
  readonly before: StateAt | undefined
  readonly after: StateAt | undefined
}

/**
 * Walks back from the newest state, or from the first keyframe on the way, over steps that are in the order of their
 * versions, and tells both sides of each, the newest first. Others have their turn in between, however many they are.
 */
export async function* statesBack(
  { tellsEveryVersion }: Pick<VersionedKind, 'tellsEveryVersion'>,
  newest: StateAt | undefined,
  steps: readonly Omit<ItemStep, 'itemId'>[],
): AsyncGenerator<StepSides> {
  const slice = timeSlice()
  let at = newest
  for (const step of steps.toReversed()) {
    const reaches = at && (tellsEveryVersion ? at.version === step.version : at.version >= step.version)
    const after = reaches ? at : undefined
    at = stateBefore(step, after)
    yield { version: step.version, before: at, after }
    await slice.yieldIfOver()
  }
}

function stateBefore({ version, undo, before }: Omit<ItemStep, 'itemId'>, after?: StateAt): StateAt | undefined {
  if (version <= 1) return undefined
  if (isJsonObject(before)) return { version: version - 1, state: before }
  // What somebody damaged in the database leads nowhere.
  const state = after && (undo === null || isJsonObject(undo)) ? applyDelta(after.state, undo) : undefined
  return isJsonObject(state) ? { version: version - 1, state } : undefined
}

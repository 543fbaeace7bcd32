import type { FlagReference } from '../definition/flag-reference.ts'
import type { Subject } from '../definition/subject.ts'
import { problemText } from '../flags/answers.ts'
import type { CompiledFlag } from '../flags/compiled-flag.ts'
import type { Lookup } from '../lookup/lookup.ts'
import { flagFinder } from '../snapshot/flags-by-key.ts'
import { lookupsOf } from '../snapshot/snapshot-lookup.ts'
import type { SnapshotParts } from '../snapshot/snapshot-parts.ts'
import type { ValueForms } from '../values/value-forms.ts'

/** The shared state of one explanation. */
export interface ExplainScope {
  readonly parts: SnapshotParts
  readonly subject: Subject
  /** Reads the same data as the evaluation of the flag. */
  readonly lookup: Lookup
  readonly find: (reference: FlagReference) => CompiledFlag | undefined
  /** Names of the flags and cohorts that are already in the tree, so that none is explained twice. */
  readonly explained: Set<string>
  readonly depth: number
  readonly room: Room
}

/** The remaining capacity of an explanation for condition sets, filters and criteria. */
export interface Room {
  left: number
}

/** The maximum number of parts: more are not useful, and sending them would take long. */
const MAX_PARTS = 1000

/** The maximum depth: flags, cohorts and groups of criteria below it are named but not explained. */
export const MAX_DEPTH = 12

/** Returns the scope of an explanation of a flag in a snapshot made of `parts`. */
export function explainScope(parts: SnapshotParts, flagKey: string, subject: Subject, forms: ValueForms): ExplainScope {
  const lookup = lookupsOf(parts).begin(undefined, forms)
  lookup.settleDependencies(flagKey, subject)
  return {
    parts,
    subject,
    lookup,
    find: flagFinder(parts.flags),
    explained: new Set([`flag ${flagKey}`]),
    depth: 0,
    room: { left: MAX_PARTS },
  }
}

/** Reserves capacity for one more part; returns whether there was any. */
export function takeRoom({ room }: ExplainScope): boolean {
  return room.left-- > 0
}

/**
 * Returns the scope of a subtree; undefined if it is elsewhere in the tree, too deep, or if there is no capacity for
 * it.
 */
export function subScope(scope: ExplainScope, name: string): ExplainScope | undefined {
  if (scope.depth >= MAX_DEPTH || scope.room.left <= 0 || scope.explained.has(name)) return undefined
  scope.explained.add(name)
  return { ...scope, depth: scope.depth + 1 }
}

/** The shared state of a search for the nearest change. */
export interface ChangeScope extends ExplainScope {
  readonly effort: Effort
}

/**
 * The remaining budget of a search, in comparisons of a value of about 40 ns each. It is counted instead of timed, so
 * that the same input always has the same result.
 */
export interface Effort {
  left: number
}

export const MAX_EFFORT = 500_000

/** Spends a part of the budget; returns whether there was any left. The last part may exceed the budget. */
export function spend(effort: Effort, size: number): boolean {
  if (effort.left <= 0 && size > 0) return false
  effort.left -= size
  return true
}

/** The outcome of work that may fail on a damaged definition: its result, or the problem. */
export type Attempt<T> =
  | { readonly value: T; readonly problem: null }
  | { readonly value: undefined; readonly problem: string }

/** Runs work whose failure must not affect the rest of an explanation. */
export function attempt<T>(work: () => T): Attempt<T> {
  try {
    return { value: work(), problem: null }
  } catch (error) {
    return { value: undefined, problem: problemText(error) }
  }
}

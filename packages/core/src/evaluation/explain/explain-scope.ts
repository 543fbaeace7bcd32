import type { FlagReference } from '../definition/flag-reference.ts'
import type { Subject } from '../definition/subject.ts'
import { problemText } from '../flags/answers.ts'
import type { CompiledFlag } from '../flags/compiled-flag.ts'
import type { Lookup } from '../lookup/lookup.ts'
import { flagFinder } from '../snapshot/flags-by-key.ts'
import { lookupsOf } from '../snapshot/snapshot-lookup.ts'
import type { SnapshotParts } from '../snapshot/snapshot-parts.ts'
import type { ValueForms } from '../values/value-forms.ts'

/** What the parts of one explanation share. */
export interface ExplainScope {
  readonly parts: SnapshotParts
  readonly subject: Subject
  /** Finds what the flag found when it was decided. */
  readonly lookup: Lookup
  readonly find: (reference: FlagReference) => CompiledFlag | undefined
  /** Names of the flags and cohorts that have their place in the tree, so that none is explained twice. */
  readonly explained: Set<string>
  readonly depth: number
  readonly room: Room
}

/** How many more condition sets, filters and criteria an explanation has room for. */
export interface Room {
  left: number
}

/** More of them than these nobody reads, and they would take long to send. */
const MAX_PARTS = 1000

/** Deeper than this, flags, cohorts and groups of criteria are named but not explained; nobody reads that far. */
export const MAX_DEPTH = 12

/** The scope of an explanation of a flag in a snapshot made of `parts`. */
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

/** Whether there is room for one more part; it is taken. */
export function takeRoom({ room }: ExplainScope): boolean {
  return room.left-- > 0
}

/** The scope of a sub-tree; undefined when it has its place elsewhere, would be too deep, or there is no room for it. */
export function subScope(scope: ExplainScope, name: string): ExplainScope | undefined {
  if (scope.depth >= MAX_DEPTH || scope.room.left <= 0 || scope.explained.has(name)) return undefined
  scope.explained.add(name)
  return { ...scope, depth: scope.depth + 1 }
}

/** What the parts of a search for the nearest change share. */
export interface ChangeScope extends ExplainScope {
  readonly effort: Effort
}

/**
 * What may still be tried, counted in comparisons of a value of some 40 ns each. It is counted rather than timed, so
 * that the same question has the same answer everywhere.
 */
export interface Effort {
  left: number
}

export const MAX_EFFORT = 500_000

/** Whether something of this size may still be tried. What comes last may take more than is left. */
export function spend(effort: Effort, size: number): boolean {
  if (effort.left <= 0 && size > 0) return false
  effort.left -= size
  return true
}

/** What came of work that may fail on a damaged definition: its result, or what is wrong. */
export type Attempt<T> =
  | { readonly value: T; readonly problem: null }
  | { readonly value: undefined; readonly problem: string }

/** Does work that must not spoil the rest of an explanation. */
export function attempt<T>(work: () => T): Attempt<T> {
  try {
    return { value: work(), problem: null }
  } catch (error) {
    return { value: undefined, problem: problemText(error) }
  }
}

import type { Decision } from '../definition/decision.ts'
import type { FlagDefinition } from '../definition/definitions.ts'
import type { Subject } from '../definition/subject.ts'

/**
 * The flags of one project at one version, for evaluation. It never changes, never waits and never throws: a flag that
 * cannot be evaluated returns `failed: true` and does not affect the others.
 */
export interface Snapshot {
  /** The project's version of this snapshot. */
  readonly version: number
  /** The sorted keys of all flags, including disabled ones. */
  readonly keys: readonly string[]
  evaluate(key: string, subject: Subject): Decision
  isEnabled(key: string, subject: Subject): boolean
  /** Returns the variant's key, `true` for an enabled flag without variants, or `false` when the flag is off. */
  variant(key: string, subject: Subject): string | boolean
  /** Returns the decisions of all flags, or of those in `keys`, in that order. */
  evaluateAll(subject: Subject, options?: EvaluateAllOptions): readonly Decision[]
}

/** The flags to evaluate, and those that are hidden. */
export interface EvaluateAllOptions {
  readonly keys?: readonly string[]
  /**
   * Whether the caller may not see a flag. Dependent flags treat hidden flags as off, whatever their result is. It does
   * not select the evaluated flags: use `keys` for that.
   */
  readonly isHidden?: (flag: FlagDefinition) => boolean
}

import type { Decision } from '../definition/decision.ts'
import type { FlagDefinition } from '../definition/definitions.ts'
import type { Subject } from '../definition/subject.ts'

/**
 * The flags of one project at one version, ready to answer. It never changes, never waits and never throws:
 * a flag that cannot be evaluated answers `failed: true` and leaves the others alone.
 */
export interface Snapshot {
  /** The project's version that this is a picture of. */
  readonly version: number
  /** Keys of all flags, disabled ones included, in order. */
  readonly keys: readonly string[]
  evaluate(key: string, subject: Subject): Decision
  isEnabled(key: string, subject: Subject): boolean
  /** The variant's key, `true` for an enabled flag without variants, `false` when off. */
  variant(key: string, subject: Subject): string | boolean
  /** Decisions on every flag, or on those named in `keys`, in that order. */
  evaluateAll(subject: Subject, options?: EvaluateAllOptions): readonly Decision[]
}

/** Which flags to decide on, and which of them stay hidden. */
export interface EvaluateAllOptions {
  readonly keys?: readonly string[]
  /**
   * Flags that whoever asks may not see. Flags that depend on them take them for off, whatever they would answer. It
   * says nothing about which flags are answered: that is for `keys`.
   */
  readonly isHidden?: (flag: FlagDefinition) => boolean
}

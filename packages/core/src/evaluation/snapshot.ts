import type { Decision } from './decision.ts'
import type { Subject } from './subject.ts'

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
  evaluateAll(subject: Subject, options?: { readonly keys?: readonly string[] }): readonly Decision[]
}

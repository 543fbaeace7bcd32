import type { Decision } from '../definition/decision.ts'
import type { FlagReference } from '../definition/flag-reference.ts'
import type { Subject } from '../definition/subject.ts'
import type { ValueForms } from '../values/value-forms.ts'

/** `missing`: it depends, directly or indirectly, on a flag that does not exist; `cycle`: on itself. */
export type DependencyProblem = 'missing' | 'cycle'

/** The data of a snapshot that the evaluation of a flag can use. */
export interface Lookup {
  /** See `SubjectLookup`. */
  readonly turn: number
  /** The cached forms of the values that the subject's filters read. */
  readonly forms: ValueForms
  /** Returns the name of a group type by its index; undefined if the project has no such type. */
  groupType(index: number): string | undefined
  /**
   * Returns whether a user is in a cohort.
   * @throws UnevaluableError if the definitions are damaged
   */
  isInCohort(id: string, subject: Subject): boolean
  /** Evaluates the dependencies of a flag, or returns why that is impossible. */
  settleDependencies(flagKey: string, subject: Subject): DependencyProblem | undefined
  /** Returns the decision of a flag that was evaluated before; undefined if there is no such flag. */
  settled(reference: FlagReference): Decision | undefined
}

/** A compiled flag. It may throw: callers convert that to a failed decision. */
export type Decide = (subject: Subject, lookup: Lookup) => Decision

/** A part of a flag that returns a decision, or undefined to leave it to the next parts. */
export type DecisionStep = (subject: Subject, lookup: Lookup) => Decision | undefined

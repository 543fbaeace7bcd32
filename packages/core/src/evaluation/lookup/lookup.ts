import type { Decision } from '../definition/decision.ts'
import type { FlagReference } from '../definition/flag-reference.ts'
import type { Subject } from '../definition/subject.ts'
import type { ValueForms } from '../values/value-forms.ts'

/** `missing`: it depends, perhaps through others, on a flag that does not exist; `cycle`: on itself. */
export type DependencyProblem = 'missing' | 'cycle'

/** What the evaluation of a flag may ask of the snapshot it runs in. */
export interface Lookup {
  /** See `SubjectLookup`. */
  readonly turn: number
  /** The forms of the values that the subject's filters look at. */
  readonly forms: ValueForms
  /** The name of a group type by its index; undefined when the project has no such type. */
  groupType(index: number): string | undefined
  /** Whether a person is in a cohort; throws UnevaluableError when the definitions cannot tell. */
  isInCohort(id: string, subject: Subject): boolean
  /** Decides the flags that a flag depends on, or answers why that is impossible. */
  settleDependencies(flagKey: string, subject: Subject): DependencyProblem | undefined
  /** What a flag answered that was settled before; undefined when there is no such flag. */
  settled(reference: FlagReference): Decision | undefined
}

/** A flag, compiled. It may throw: whoever calls it turns that into a failed decision. */
export type Decide = (subject: Subject, lookup: Lookup) => Decision

/** A part of a flag that may settle the decision, or answer undefined and leave it to the parts after it. */
export type DecisionStep = (subject: Subject, lookup: Lookup) => Decision | undefined

import { CohortMemberships } from '../cohorts/cohort-memberships.ts'
import type { Decision } from '../definition/decision.ts'
import type { FlagDefinition } from '../definition/definitions.ts'
import type { FlagReference } from '../definition/flag-reference.ts'
import type { Subject } from '../definition/subject.ts'
import { type FlagGraph, flagGraph } from '../dependencies/flag-graph.ts'
import { settleDependencies } from '../dependencies/settle-dependencies.ts'
import { disabledDecision } from '../flags/answers.ts'
import { type CompiledFlag, decide } from '../flags/compiled-flag.ts'
import type { DependencyProblem, Lookup } from '../lookup/lookup.ts'
import { ValueForms } from '../values/value-forms.ts'
import { flagFinder } from './flags-by-key.ts'
import type { SnapshotParts } from './snapshot-parts.ts'

/** Flags that whoever asks may not see. */
export type IsHidden = (flag: FlagDefinition) => boolean

/** What the evaluations of one snapshot share. */
interface SharedLookup {
  readonly parts: SnapshotParts
  readonly groupTypes: ReadonlyMap<number, string>
  readonly find: (reference: FlagReference) => CompiledFlag | undefined
  readonly graph: FlagGraph
}

/** The lookups of one snapshot. Nearly always one evaluation ends before the next begins, and then one lookup does. */
export interface Lookups {
  /** The lookup of an evaluation, until `end` is called with it. Values may have been read by another one. */
  begin(isHidden?: IsHidden, forms?: ValueForms): SubjectLookup
  end(lookup: SubjectLookup): void
}

export function lookupsOf(parts: SnapshotParts): Lookups {
  const { flags, settings } = parts
  const groupTypes = new Map(
    Object.entries(settings.group_type_mapping ?? {}).map(([index, name]) => [Number(index), name]),
  )
  const find = flagFinder(flags)
  const shared = { parts, groupTypes, find, graph: flagGraph(find, parts.flagsInCohorts) }
  let resting: SubjectLookup | undefined
  return {
    begin(isHidden, forms) {
      const lookup = resting ?? new SubjectLookup(shared)
      resting = undefined
      lookup.start(isHidden, forms)
      return lookup
    },
    end(lookup) {
      lookup.forget()
      resting = lookup
    },
  }
}

let turns = 0

/**
 * Begins the evaluation of flags for one subject by one snapshot, and answers a number that no other such turn has.
 * A subject does not change during its turn, so what was found out about it holds until the next.
 */
function nextTurn(): number {
  turns += 1
  return turns
}

/**
 * The lookup of one evaluation, which remembers what was found for its subject: cohorts and flags may be asked for many
 * times. Properties and callbacks are the caller's, and one that evaluates has a lookup of its own meanwhile.
 */
export class SubjectLookup implements Lookup {
  turn = 0
  forms = new ValueForms()
  readonly #shared: SharedLookup
  #isHidden: IsHidden | undefined
  #memberships: CohortMemberships | undefined
  // Bound: dies with the evaluation
  #decisions: Map<CompiledFlag, Decision> | undefined

  constructor(shared: SharedLookup) {
    this.#shared = shared
  }

  start(isHidden: IsHidden | undefined, forms: ValueForms | undefined): void {
    this.turn = nextTurn()
    if (forms) this.forms = forms
    this.#isHidden = isHidden
  }

  /** Nothing of a subject is kept until the next one comes. */
  forget(): void {
    if (this.forms.isUsed) this.forms = new ValueForms()
    this.#isHidden = undefined
    this.#memberships = undefined
    this.#decisions = undefined
  }

  groupType(index: number): string | undefined {
    return this.#shared.groupTypes.get(index)
  }

  isInCohort(id: string, subject: Subject): boolean {
    this.#memberships ??= new CohortMemberships(this.#shared.parts)
    return this.#memberships.ask(id, subject, this)
  }

  settleDependencies(flagKey: string, subject: Subject): DependencyProblem | undefined {
    const { find, graph } = this.#shared
    const flag = find({ key: flagKey })
    const problem = flag && graph.problem(flag)
    if (!flag || problem) return problem
    this.#decisions ??= new Map()
    settleDependencies(flag, graph, this.#decisions, (target) => this.#ask(target, subject))
    return undefined
  }

  settled(reference: FlagReference): Decision | undefined {
    const flag = this.#shared.find(reference)
    return flag && this.#decisions?.get(flag)
  }

  /** What a flag answers to one that depends on it. */
  #ask(flag: CompiledFlag, subject: Subject): Decision {
    return this.#isHidden?.(flag.definition) ? disabledDecision(flag.definition) : decide(flag, subject, this)
  }
}

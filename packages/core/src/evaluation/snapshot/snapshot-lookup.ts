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

/** Whether the caller may not see a flag. */
export type IsHidden = (flag: FlagDefinition) => boolean

/** The data that evaluations of one snapshot share. */
interface SharedLookup {
  readonly parts: SnapshotParts
  readonly groupTypes: ReadonlyMap<number, string>
  readonly find: (reference: FlagReference) => CompiledFlag | undefined
  readonly graph: FlagGraph
}

/** The lookups of one snapshot. Nearly always one evaluation ends before the next starts, so one lookup is reused. */
export interface Lookups {
  /**
   * Returns the lookup of an evaluation, to be passed to `end` afterwards. `forms` may contain values that another
   * evaluation read.
   */
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
 * Returns the unique number of an evaluation pass: flags for one subject by one snapshot. A subject does not change
 * during a pass, so cached results are valid until the next one.
 */
function nextTurn(): number {
  turns += 1
  return turns
}

/**
 * The lookup of one evaluation, which caches results for its subject: cohorts and flags may be needed many times.
 * Properties and callbacks belong to the caller; if one of them starts an evaluation, that uses a separate lookup.
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

  /** Discards all data of the subject. */
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

  /** Returns the decision of a flag for a dependent flag. */
  #ask(flag: CompiledFlag, subject: Subject): Decision {
    return this.#isHidden?.(flag.definition) ? disabledDecision(flag.definition) : decide(flag, subject, this)
  }
}

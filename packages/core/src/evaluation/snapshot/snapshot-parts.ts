import type { DefinitionsSettings } from '../definition/definitions.ts'
import type { FlagsInCohorts } from '../dependencies/flags-in-cohorts.ts'
import type { Predicate } from '../lookup/predicate.ts'
import type { MatchingRules } from '../operators/matching-rules.ts'
import type { FlagsByKey } from './flags-by-key.ts'

/** The parts of a compiled snapshot. */
export interface SnapshotParts {
  readonly flags: FlagsByKey
  readonly settings: DefinitionsSettings
  readonly rules: MatchingRules
  /**
   * Returns a compiled cohort by its id.
   * @throws UnevaluableError if it cannot be compiled
   */
  readonly cohort: (id: string) => Predicate
  readonly flagsInCohorts: FlagsInCohorts
}

import type { DefinitionsSettings } from '../definition/definitions.ts'
import type { FlagsInCohorts } from '../dependencies/flags-in-cohorts.ts'
import type { Predicate } from '../lookup/predicate.ts'
import type { MatchingRules } from '../operators/matching-rules.ts'
import type { FlagsByKey } from './flags-by-key.ts'

/** What a compiled snapshot is made of. */
export interface SnapshotParts {
  readonly flags: FlagsByKey
  readonly settings: DefinitionsSettings
  readonly rules: MatchingRules
  /** The cohorts by id, compiled. Throws UnevaluableError for one that cannot be. */
  readonly cohort: (id: string) => Predicate
  readonly flagsInCohorts: FlagsInCohorts
}

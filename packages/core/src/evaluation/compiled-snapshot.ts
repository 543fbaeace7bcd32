import { type CompiledFlag, decide } from './compiled-flag.ts'
import type { Decision } from './decision.ts'
import type { DefinitionsSettings } from './definitions.ts'
import type { FlagsInCohorts } from './dependencies/flags-in-cohorts.ts'
import { explain } from './explain/explain.ts'
import { type FlagTable, flagOf, flagsInOrder } from './flag-table.ts'
import { unknownFlagDecision } from './flags/answers.ts'
import type { MatchingRules } from './matching-rules.ts'
import type { Predicate } from './predicate.ts'
import type { Snapshot } from './snapshot.ts'
import { snapshotLookup } from './snapshot-lookup.ts'
import type { Subject } from './subject.ts'

/** A snapshot that `replaceDefinitions` can carry on from. */
export interface CompiledSnapshot extends Snapshot {
  /** What it is made of; the business of the evaluation engine alone. */
  readonly parts: SnapshotParts
}

export interface SnapshotParts {
  readonly flags: FlagTable
  readonly settings: DefinitionsSettings
  readonly rules: MatchingRules
  /** The cohorts by id, compiled. Throws UnevaluableError for one that cannot be. */
  readonly cohort: (id: string) => Predicate
  readonly flagsInCohorts: FlagsInCohorts
}

export function compiledSnapshot(version: number, parts: SnapshotParts): CompiledSnapshot {
  const { flags } = parts
  const lookup = snapshotLookup(parts)
  // Made when all flags are first wanted at once: many snapshots are replaced before that.
  let inOrder: readonly CompiledFlag[] | undefined
  const answer = (key: string, subject: Subject): Decision => {
    const flag = flagOf(flags, key)
    return flag ? decide(flag, subject, lookup) : unknownFlagDecision(key)
  }
  const evaluate = (key: string, subject: Subject): Decision => {
    lookup.begin()
    return answer(key, subject)
  }
  return {
    version,
    keys: flags.keys,
    parts,
    evaluate,
    isEnabled: (key, subject) => evaluate(key, subject).enabled,
    variant: (key, subject) => {
      const decision = evaluate(key, subject)
      return decision.variant ?? decision.enabled
    },
    explain: (key, subject) => explain(parts, evaluate(key, subject), subject),
    evaluateAll: (subject, options) => {
      lookup.begin(options?.isHidden)
      if (options?.keys) return options.keys.map((key) => answer(key, subject))
      inOrder ??= flagsInOrder(flags)
      return inOrder.map((flag) => decide(flag, subject, lookup))
    },
  }
}

import { type CompiledFlag, decide } from './compiled-flag.ts'
import type { Decision } from './definition/decision.ts'
import type { DefinitionsSettings } from './definition/definitions.ts'
import type { Subject } from './definition/subject.ts'
import type { FlagsInCohorts } from './dependencies/flags-in-cohorts.ts'
import { explain } from './explain/explain.ts'
import { type FlagTable, flagOf, flagsInOrder } from './flag-table.ts'
import { unknownFlagDecision } from './flags/answers.ts'
import type { Lookup } from './lookup.ts'
import type { MatchingRules } from './matching-rules.ts'
import type { Predicate } from './predicate.ts'
import type { Snapshot } from './snapshot.ts'
import { lookupsOf } from './snapshot-lookup.ts'

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
  const lookups = lookupsOf(parts)
  // Made when all flags are first wanted at once: many snapshots are replaced before that.
  let inOrder: readonly CompiledFlag[] | undefined
  const answer = (key: string, subject: Subject, lookup: Lookup): Decision => {
    const flag = flagOf(flags, key)
    return flag ? decide(flag, subject, lookup) : unknownFlagDecision(key)
  }
  const evaluate = (key: string, subject: Subject): Decision => {
    const lookup = lookups.begin()
    const decision = answer(key, subject, lookup)
    lookups.end(lookup)
    return decision
  }
  const evaluateAll: Snapshot['evaluateAll'] = (subject, options) => {
    const lookup = lookups.begin(options?.isHidden)
    inOrder ??= flagsInOrder(flags)
    const decisions = options?.keys
      ? options.keys.map((key) => answer(key, subject, lookup))
      : inOrder.map((flag) => decide(flag, subject, lookup))
    lookups.end(lookup)
    return decisions
  }
  return {
    version,
    keys: flags.keys,
    parts,
    evaluate,
    evaluateAll,
    isEnabled: (key, subject) => evaluate(key, subject).enabled,
    variant: (key, subject) => {
      const decision = evaluate(key, subject)
      return decision.variant ?? decision.enabled
    },
    explain: (key, subject) => {
      const lookup = lookups.begin()
      return explain(parts, answer(key, subject, lookup), subject, lookup.forms)
    },
  }
}

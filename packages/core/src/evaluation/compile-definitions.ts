import type { Clock } from '../foundation/time/timestamp.ts'
import { cohortPredicates } from './cohorts/cohort-predicates.ts'
import type { DefinitionsDocument, DefinitionsSettings, FlagDefinition } from './definition/definitions.ts'
import { flagsInCohorts } from './dependencies/flags-in-cohorts.ts'
import type { HashingEngine } from './hashing/hash.ts'
import { type MatchingRules, matchingRules } from './operators/matching-rules.ts'
import type { PatternEngine } from './operators/pattern-engine.ts'
import { type CompiledSnapshot, compiledSnapshot } from './snapshot/compiled-snapshot.ts'
import { definitionsOf, type FlagsByKey, flagsByKey, liveFlags, replaceFlags } from './snapshot/flags-by-key.ts'
import type { SnapshotParts } from './snapshot/snapshot-parts.ts'

export type { CompiledSnapshot } from './snapshot/compiled-snapshot.ts'

/** The environment in which definitions are compiled. */
export interface CompileOptions {
  /** The project's version of the document; 0 if there are no versions. */
  readonly version?: number
  /** The start of relative dates such as `-7d`; by default the system's clock. */
  readonly clock?: Clock
  /**
   * Compiles patterns, such as `re2Patterns` of `@flagdeck/core/re2`. Without it, flags with a pattern in a filter fail
   * (EVAL-62). A bundle then does not contain the engine, which would be most of its size.
   */
  readonly patterns?: PatternEngine
  /**
   * Hashes for several flags in one pass: `simdHashing` of `@flagdeck/core/simd`. Without it, `evaluateAll` returns the
   * same results (EVAL-64), but takes longer.
   */
  readonly hashing?: HashingEngine
}

/** The change of a project's definitions since a snapshot. */
export interface DefinitionsChange {
  /** The project's version after the change. */
  readonly version: number
  /** New or changed flags; one that is marked as deleted is removed. */
  readonly changed?: readonly FlagDefinition[]
  /** Ids of removed flags. */
  readonly removedIds?: readonly number[]
  /** The rest of the definitions document, if a part of it may have changed. */
  readonly settings?: DefinitionsSettings
}

/**
 * Compiles a project's definitions (SNAP-10) to a snapshot. Flags are compiled on first use, so this is cheap for any
 * number of flags. The document has the format of the feed. An invalid flag returns `failed: true`, and does not affect
 * the others.
 *
 * @example
 * const snapshot = compileDefinitions(definitions)
 * if (snapshot.isEnabled('new-checkout', { distinctId: 'user-42' })) showNewCheckout()
 */
export function compileDefinitions(
  document: DefinitionsSettings & Pick<DefinitionsDocument, 'flags'>,
  options: CompileOptions = {},
): CompiledSnapshot {
  const { flags, ...settings } = document
  const { version = 0, clock = Date.now, patterns, hashing } = options
  const rules = matchingRules(settings, { clock, patterns, hashing })
  return compiledSnapshot(version, partsOf(flagsByKey(liveFlags(flags, rules)), settings, rules))
}

function partsOf(flags: FlagsByKey, settings: DefinitionsSettings, rules: MatchingRules): SnapshotParts {
  const { cohorts } = settings
  return { flags, settings, rules, cohort: cohortPredicates(settings, rules), flagsInCohorts: flagsInCohorts(cohorts) }
}

/**
 * Returns the snapshot after a change. Unchanged flags stay compiled and are shared. The previous snapshot stays valid,
 * so evaluations that still use it can finish.
 */
export function replaceDefinitions(snapshot: CompiledSnapshot, change: DefinitionsChange): CompiledSnapshot {
  const parts = change.settings ? withSettings(snapshot, change.settings) : snapshot.parts
  const { changed = [], removedIds = [] } = change
  const outdatedIds = new Set([...removedIds, ...changed.map((definition) => definition.id)])
  const flags = replaceFlags(parts.flags, liveFlags(changed, parts.rules), outdatedIds)
  return compiledSnapshot(change.version, { ...parts, flags })
}

function withSettings(snapshot: CompiledSnapshot, settings: DefinitionsSettings): SnapshotParts {
  const { parts } = snapshot
  const { rules: before, flags } = parts
  const rules = matchingRules(settings, before)
  const readsAlike =
    rules.zoneName === before.zoneName && rules.propertyMatchingVersion === before.propertyMatchingVersion
  if (readsAlike && hasSameCohorts(settings, parts.settings)) return { ...parts, settings }
  if (readsAlike) return partsOf(flags, settings, before)
  return partsOf(flagsByKey(liveFlags(definitionsOf(snapshot), rules)), settings, rules)
}

/** Compares by identity: every change of cohorts creates new objects. */
function hasSameCohorts(one: DefinitionsSettings, other: DefinitionsSettings): boolean {
  return one.cohorts === other.cohorts && one.static_cohort_ids === other.static_cohort_ids
}

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

/** What is known of definitions besides themselves. */
export interface CompileOptions {
  /** The project's version that the document is a picture of; 0 when nobody counts. */
  readonly version?: number
  /** What relative dates such as `-7d` count from; the system's clock when missing. */
  readonly clock?: Clock
  /**
   * What reads patterns, such as `re2Patterns` of `@flagdeck/core/re2`. Without it, flags with a pattern in a filter fail
   * (EVAL-62), and a bundle is without such an engine, which is most of its size.
   */
  readonly patterns?: PatternEngine
  /**
   * What hashes for many flags at once: `simdHashing` of `@flagdeck/core/simd`. Without it `evaluateAll` answers the same
   * (EVAL-64) and takes longer.
   */
  readonly hashing?: HashingEngine
}

/** What became of a project's definitions since a snapshot. */
export interface DefinitionsChange {
  /** The project's version after the change. */
  readonly version: number
  /** Flags that are new or different; one marked as deleted is removed. */
  readonly changed?: readonly FlagDefinition[]
  /** Ids of flags that are gone. */
  readonly removedIds?: readonly number[]
  /** The rest of the definitions document, when something in it may be different. */
  readonly settings?: DefinitionsSettings
}

/**
 * Makes a project's definitions (SNAP-10) ready to answer. Flags compile when they are first asked,
 * so this costs little however many there are. The document is taken as the feed carries it: a flag that makes no
 * sense answers `failed: true` and costs nothing else.
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
 * The snapshot after a change. Flags that did not change stay compiled and are shared, and the snapshot before is as
 * good as ever, so evaluations that still use it need not be waited for.
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

/** The very same ones: whoever changes cohorts makes new objects of them. */
function hasSameCohorts(one: DefinitionsSettings, other: DefinitionsSettings): boolean {
  return one.cohorts === other.cohorts && one.static_cohort_ids === other.static_cohort_ids
}

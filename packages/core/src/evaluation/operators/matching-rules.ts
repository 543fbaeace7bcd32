import type { Clock } from '../../foundation/time/timestamp.ts'
import type { DefinitionsSettings } from '../definition/definitions.ts'
import type { PropertyFilter } from '../definition/flag-filters.ts'
import { UnevaluableError } from '../definition/unevaluable-error.ts'
import type { HashingEngine } from '../hashing/hash.ts'
import type { Criteria } from '../lookup/predicate.ts'
import { type TimeZone, timeZone } from '../values/time-zone.ts'
import type { PropertyMatchingVersion } from './equality.ts'
import type { PatternEngine } from './pattern-engine.ts'
import type { ValueTest } from './value-test.ts'

/** The context in which filters are compiled, for a snapshot and all its successors. */
export interface MatchingTools {
  readonly clock: Clock
  /** Undefined if no engine for patterns was passed. */
  readonly patterns: PatternEngine | undefined
  readonly hashing?: HashingEngine | undefined
}

/** How a project evaluates property filters: filters must be compiled again if these rules change. */
export interface MatchingRules extends MatchingTools {
  readonly propertyMatchingVersion: PropertyMatchingVersion
  /** IANA time zone name. */
  readonly zoneName: string
  /**
   * Returns the time zone, created on first use.
   * @throws UnevaluableError if there is no such zone
   */
  readonly zone: () => TimeZone
  /** The shared condition sets that were compiled under these rules, by their text. */
  readonly sharedCriteria: Map<string, Criteria>
  /** The compiled tests of filters, for callers that compile the same filters many times; missing otherwise. */
  readonly knownTests?: Map<PropertyFilter, ValueTest>
}

/**
 * Returns the rules for a project.
 * @param tools the context of a snapshot, which does not depend on its definitions
 */
export function matchingRules(
  settings: DefinitionsSettings,
  { clock, patterns, hashing }: MatchingTools,
): MatchingRules {
  const zoneName = settings.timezone ?? 'UTC'
  let zone: TimeZone | undefined
  return {
    // All other values, from older or newer servers, mean version 1.
    propertyMatchingVersion: settings.property_matching_version === 2 ? 2 : 1,
    zoneName,
    zone: () => {
      zone ??= knownZone(zoneName)
      return zone
    },
    clock,
    patterns,
    hashing,
    // Bound: OUT-8 definitions
    sharedCriteria: new Map(),
  }
}

function knownZone(name: string): TimeZone {
  try {
    return timeZone(name)
  } catch {
    throw new UnevaluableError(`the project's time zone ${JSON.stringify(name)} is unknown`)
  }
}

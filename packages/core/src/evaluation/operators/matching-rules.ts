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

/** What filters are read with, for as long as a snapshot is carried on from. */
export interface MatchingTools {
  readonly clock: Clock
  /** Undefined where nobody can read patterns. */
  readonly patterns: PatternEngine | undefined
  readonly hashing?: HashingEngine | undefined
}

/** How a project reads property filters: what is compiled under other rules must be compiled again. */
export interface MatchingRules extends MatchingTools {
  readonly propertyMatchingVersion: PropertyMatchingVersion
  /** IANA name. */
  readonly zoneName: string
  /** The clock of that zone, made when a date first needs it; throws UnevaluableError when there is no such zone. */
  readonly zone: () => TimeZone
  /** What condition sets that were compiled under these rules share, by its text. */
  readonly sharedCriteria: Map<string, Criteria>
  /** The tests of filters, for those who compile the same ones many times over; nobody else keeps them. */
  readonly knownTests?: Map<PropertyFilter, ValueTest>
}

/** @param tools what a snapshot is compiled with, whatever its definitions */
export function matchingRules(
  settings: DefinitionsSettings,
  { clock, patterns, hashing }: MatchingTools,
): MatchingRules {
  const zoneName = settings.timezone ?? 'UTC'
  let zone: TimeZone | undefined
  return {
    // Whatever is not 2, from servers older or newer than the field, means the first way.
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

import type { JsonObject } from '../../foundation/json/json-value.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'

/** The stages of an early access feature, as clients of PostHog name them. */
export const EARLY_ACCESS_STAGES = ['draft', 'concept', 'alpha', 'beta', 'general-availability', 'archived'] as const

/** One of {@link EARLY_ACCESS_STAGES}. */
export type EarlyAccessStage = (typeof EARLY_ACCESS_STAGES)[number]

/**
 * The early access feature of a flag as it is stored (FLAG-149). Names are the wire's own, as those of filters are. It is
 * no interface, so that it is a JSON object to the compiler.
 */
export type EarlyAccess = {
  readonly name: string
  readonly description: string
  readonly stage: EarlyAccessStage
  /** The empty text: none. */
  readonly documentation_url: string
  /** Data for the pages that show the feature. */
  readonly payload: JsonObject
  readonly created_at: Timestamp
}

const ID_PREFIX = '00000000-0000-8000-8000-'

/**
 * The id of the feature that a flag has: a UUID of version 8 with the id of the flag. A flag has at most one feature, so
 * a copy of the flag has a feature with an id of its own, and no index is needed to find one.
 */
export function earlyAccessId(flagId: number): string {
  return ID_PREFIX + flagId.toString(16).padStart(12, '0')
}

/** The flag that the feature with this id belongs to; undefined for a UUID that no feature has. */
export function flagIdOfEarlyAccess(featureId: string): number | undefined {
  const id = featureId.toLowerCase()
  return /^[0-9a-f-]{24}[0-9a-f]{12}$/.test(id) && id.startsWith(ID_PREFIX)
    ? Number.parseInt(id.slice(ID_PREFIX.length), 16)
    : undefined
}

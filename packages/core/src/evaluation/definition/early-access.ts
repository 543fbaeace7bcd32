import type { JsonObject } from '../../foundation/json/json-value.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'

/** The stages of an early access feature, with the names that clients of PostHog use. */
export const EARLY_ACCESS_STAGES = ['draft', 'concept', 'alpha', 'beta', 'general-availability', 'archived'] as const

/** One of {@link EARLY_ACCESS_STAGES}. */
export type EarlyAccessStage = (typeof EARLY_ACCESS_STAGES)[number]

/**
 * The early access feature of a flag as it is stored (FLAG-149), with the names of the API. It is a type alias, because
 * an interface would not be assignable to a JSON object.
 */
export type EarlyAccess = {
  readonly name: string
  readonly description: string
  readonly stage: EarlyAccessStage
  /** Empty if there is none. */
  readonly documentation_url: string
  /** Data for pages that show the feature. */
  readonly payload: JsonObject
  readonly created_at: Timestamp
}

const ID_PREFIX = '00000000-0000-8000-8000-'

/**
 * Returns the id of a flag's feature: a UUID of version 8 that contains the id of the flag. A flag has at most one
 * feature. A copy of the flag therefore has a feature with another id, and no index is needed to find one.
 */
export function earlyAccessId(flagId: number): string {
  return ID_PREFIX + flagId.toString(16).padStart(12, '0')
}

/** Returns the flag that the feature with this id belongs to; undefined if the UUID is not the id of a feature. */
export function flagIdOfEarlyAccess(featureId: string): number | undefined {
  const id = featureId.toLowerCase()
  return /^[0-9a-f-]{24}[0-9a-f]{12}$/.test(id) && id.startsWith(ID_PREFIX)
    ? Number.parseInt(id.slice(ID_PREFIX.length), 16)
    : undefined
}

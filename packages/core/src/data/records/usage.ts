import type { Timestamp } from '../../foundation/time/timestamp.ts'

/**
 * The kinds of counts (INSIGHT-8), which are never added to each other. `exposures`: the first time a user receives a
 * response of a flag, as SDKs report it. `evaluations`: every evaluation of a flag.
 */
export const USAGE_MEASURES = ['exposures', 'evaluations'] as const
/** One of {@link USAGE_MEASURES}. */
export type UsageMeasure = (typeof USAGE_MEASURES)[number]

/** The origin of a count. `sdk_local` and `sdk_remote` are events of SDKs, by the place of evaluation. */
export const USAGE_SOURCES = ['sdk_local', 'sdk_remote', 'embedded', 'server', 'unleash', 'go_feature_flag'] as const
/** One of {@link USAGE_SOURCES}. */
export type UsageSource = (typeof USAGE_SOURCES)[number]

/**
 * The period of a row. `bucket`: an hour, or 15 minutes if the UTC offset of the project's time zone is not a whole
 * hour. `day`: a day in the project's time zone.
 */
export type UsagePeriod = 'bucket' | 'day'

/** Identifies a count. */
export interface UsageKey {
  readonly projectId: number
  /**
   * The name under which the flag's usage is counted; see `usageKeyOf`. All stored usage of known flags has this name.
   */
  readonly flagKey: string
  /**
   * `true`, `false`, a variant's key, the empty text for no response, or `$other` after 50 variants that the flag does
   * not define.
   */
  readonly variant: string
  readonly measure: UsageMeasure
  readonly source: UsageSource
  /** The name of the SDK, such as `posthog-node`; the empty text if it is unknown. */
  readonly sdk: string
  readonly period: UsagePeriod
  /** The start of a bucket as a {@link Timestamp}, or a day as `YYYY-MM-DD`: both sort as text. */
  readonly start: string
}

/** A number to add to a count. */
export interface UsageCount extends UsageKey {
  readonly count: number
  /** The number of these with an error. */
  readonly errors: number
}

/** The dimensions by which counts can be grouped. */
export type UsageDimension = 'start' | 'flagKey' | 'variant' | 'source' | 'sdk'

/** Selects counts of a project to add up. Without conditions, every row matches. */
export interface UsageCountQuery {
  readonly measure: UsageMeasure
  readonly period: UsagePeriod
  /** The first `start`, inclusive. */
  readonly from: string
  /** The last `start`, exclusive. */
  readonly until: string
  readonly flagKeys?: readonly string[]
  readonly variants?: readonly string[]
  readonly sources?: readonly UsageSource[]
  readonly sdks?: readonly string[]
  /** The dimensions to group by. */
  readonly by: readonly UsageDimension[]
}

/** A sum, with the requested dimensions. */
export type UsageSum = Partial<Pick<UsageKey, UsageDimension>> & { readonly count: number; readonly errors: number }

/** The content of a set: the users of a measure, or their groups of one type (USAGE-27). */
export type SetMeasure = UsageMeasure | `${UsageMeasure}/group_${number}`

/** Returns the measure of the groups of a type, by its index; null: of the users. */
export function setMeasure(measure: UsageMeasure, groupTypeIndex: number | null): SetMeasure {
  return groupTypeIndex === null ? measure : `${measure}/group_${groupTypeIndex}`
}

/** Identifies a set of users: those who were exposed, or those with an evaluation, which are often more. */
export interface UserSetKey extends Omit<UsageKey, 'measure' | 'source' | 'sdk'> {
  readonly measure: SetMeasure
}

/** The users with a variant in a period, as `UserSet` serializes them: first a list, and for many users a sketch. */
export interface StoredUserSet extends UserSetKey {
  readonly users: Uint8Array
}

/** Selects sets of users of a project. Without conditions, every set matches. */
export interface UserSetQuery extends Omit<UsageCountQuery, 'measure' | 'sources' | 'sdks' | 'by'> {
  readonly measure: SetMeasure
}

/** The first and last evaluation of a flag. */
export interface SeenFlag {
  readonly projectId: number
  readonly flagKey: string
  readonly firstSeen: Timestamp
  readonly lastSeen: Timestamp
  readonly lastVariant: string
  readonly lastSdk: string
}

/** A flag that code evaluates and that does not exist. */
export interface UnknownFlag {
  readonly projectId: number
  readonly flagKey: string
  readonly count: number
  readonly firstSeen: Timestamp
  readonly lastSeen: Timestamp
  readonly lastSdk: string
}

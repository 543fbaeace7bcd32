import type { Timestamp } from '../../foundation/time/timestamp.ts'

/**
 * What is counted (INSIGHT-8). `exposures`: the first time a user gets a response of a flag, as
 * SDKs report it. `evaluations`: every time a flag is asked. They are never added to each other.
 */
export const USAGE_MEASURES = ['exposures', 'evaluations'] as const
/** One of {@link USAGE_MEASURES}. */
export type UsageMeasure = (typeof USAGE_MEASURES)[number]

/** Who counted. `sdk_local` and `sdk_remote` are events of SDKs, by where the flag was evaluated. */
export const USAGE_SOURCES = ['sdk_local', 'sdk_remote', 'embedded', 'server', 'unleash', 'go_feature_flag'] as const
/** One of {@link USAGE_SOURCES}. */
export type UsageSource = (typeof USAGE_SOURCES)[number]

/**
 * How wide the time of a row is. `bucket`: an hour, or 15 minutes where the project's time zone is no whole hours
 * from UTC. `day`: a day in the project's time zone.
 */
export type UsagePeriod = 'bucket' | 'day'

/** Where a count belongs. */
export interface UsageKey {
  readonly projectId: number
  /** The name under which the flag's use is counted; see `usageKeyOf`. So in everything that is stored of known flags. */
  readonly flagKey: string
  /** `true`, `false`, a variant's key, the empty text for no response, `$other` beyond 50 that the flag does not define. */
  readonly variant: string
  readonly measure: UsageMeasure
  readonly source: UsageSource
  /** Name of the SDK, such as `posthog-node`; the empty text when it is not known. */
  readonly sdk: string
  readonly period: UsagePeriod
  /** A bucket's first moment as a {@link Timestamp}, a day as `YYYY-MM-DD`: both sort as text. */
  readonly start: string
}

/** What is to be added to a count. */
export interface UsageCount extends UsageKey {
  readonly count: number
  /** Those of them that came with an error. */
  readonly errors: number
}

/** By what counts may be kept apart. */
export type UsageDimension = 'start' | 'flagKey' | 'variant' | 'source' | 'sdk'

/** Which counts of a project to add up. Conditions that are missing let every row through. */
export interface UsageCountQuery {
  readonly measure: UsageMeasure
  readonly period: UsagePeriod
  /** First `start` that counts. */
  readonly from: string
  /** First `start` that counts no more. */
  readonly until: string
  readonly flagKeys?: readonly string[]
  readonly variants?: readonly string[]
  readonly sources?: readonly UsageSource[]
  readonly sdks?: readonly string[]
  /** What to keep apart; everything else is added up. */
  readonly by: readonly UsageDimension[]
}

/** A sum, with the dimensions that were asked for. */
export type UsageSum = Partial<Pick<UsageKey, UsageDimension>> & { readonly count: number; readonly errors: number }

/** What a set holds: the users of a measure, or the groups of one type that they were in (USAGE-27). */
export type SetMeasure = UsageMeasure | `${UsageMeasure}/group_${number}`

/** What holds the groups of a type, by its index; null: what holds the users. */
export function setMeasure(measure: UsageMeasure, groupTypeIndex: number | null): SetMeasure {
  return groupTypeIndex === null ? measure : `${measure}/group_${groupTypeIndex}`
}

/** Whose users a set holds: those who were exposed, or those for whom the flag was evaluated, who are often more. */
export interface UserSetKey extends Omit<UsageKey, 'measure' | 'source' | 'sdk'> {
  readonly measure: SetMeasure
}

/** The users who met a variant in a time, as `UserSet` writes itself: a list while they are few, then a sketch. */
export interface StoredUserSet extends UserSetKey {
  readonly users: Uint8Array
}

/** Which sets of users of a project to read. Conditions that are missing let every set through. */
export interface UserSetQuery extends Omit<UsageCountQuery, 'measure' | 'sources' | 'sdks' | 'by'> {
  readonly measure: SetMeasure
}

/** When a flag was first and last in use. */
export interface SeenFlag {
  readonly projectId: number
  readonly flagKey: string
  readonly firstSeen: Timestamp
  readonly lastSeen: Timestamp
  readonly lastVariant: string
  readonly lastSdk: string
}

/** A flag that code asks for and that does not exist. */
export interface UnknownFlag {
  readonly projectId: number
  readonly flagKey: string
  readonly count: number
  readonly firstSeen: Timestamp
  readonly lastSeen: Timestamp
  readonly lastSdk: string
}

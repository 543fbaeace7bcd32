import type { Timestamp } from '../../../foundation/time/timestamp.ts'
import type { FlagHealthRow } from './flag-health-row.ts'
import type { Unsupported } from './query-part.ts'
import type { TrendsItem } from './trends-item.ts'
import type { Interval } from './trends-query.ts'
import type { UsersCoverage } from './users-coverage.ts'

/** The first and the last moment of the range. */
export interface ResolvedDateRange {
  readonly dateFrom: Timestamp
  readonly dateTo: Timestamp
}

/** The result of a query. */
export interface InsightAnswer {
  /** Items of a `TrendsQuery`, or rows of a `FlagHealthQuery`. */
  readonly result: readonly TrendsItem[] | readonly FlagHealthRow[]
  /** Null when the query has no range. */
  readonly resolvedDateRange: ResolvedDateRange | null
  readonly interval: Interval | null
  /** Whether any number of users is an estimate (INSIGHT-26). */
  readonly approximate: boolean
  /** Null when the query does not count users. */
  readonly usersCoverage: UsersCoverage | null
}

/** The result of a query, or the reason why there is none. */
export type InsightResult = InsightAnswer | Unsupported

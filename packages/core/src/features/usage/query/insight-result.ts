import type { Timestamp } from '../../../foundation/time/timestamp.ts'
import type { FlagHealthRow } from './flag-health-row.ts'
import type { Unsupported } from './query-part.ts'
import type { TrendsItem } from './trends-item.ts'
import type { Interval } from './trends-query.ts'
import type { UsersCoverage } from './users-coverage.ts'

/** The first and the last moment that count. */
export interface ResolvedDateRange {
  readonly dateFrom: Timestamp
  readonly dateTo: Timestamp
}

/** What a query was answered with. */
export interface InsightAnswer {
  /** Items of a `TrendsQuery`, or rows of a `FlagHealthQuery`. */
  readonly result: readonly TrendsItem[] | readonly FlagHealthRow[]
  /** null when the query has no range. */
  readonly resolvedDateRange: ResolvedDateRange | null
  readonly interval: Interval | null
  /** Whether some number of users is an estimate (INSIGHT-26). */
  readonly approximate: boolean
  /** null when no users were asked for. */
  readonly usersCoverage: UsersCoverage | null
}

/** The answer to a question, or why there is none. */
export type InsightResult = InsightAnswer | Unsupported

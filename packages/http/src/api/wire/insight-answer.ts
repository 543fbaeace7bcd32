import type { Timestamp } from '@flagdeck/core'
import {
  type FlagHealthRow,
  formatTimestamp,
  type InsightAnswer,
  type InsightResult,
  type TrendsItem,
} from '@flagdeck/core/operations'
import * as z from 'zod'
import { dateTime, timeOrNull } from './user.ts'

/** The error that replaces numbers which are not available (INSIGHT-1). */
export const queryErrorSchema = z.object({ type: z.string(), message: z.string() })

/** The result of an insight's query, as fields of the insight. */
export const insightAnswer = {
  result: z.array(z.unknown()).nullable().describe('Items of a series, or rows; null when the query is not supported.'),
  error: queryErrorSchema.optional(),
  last_refresh: dateTime(),
  is_cached: z.boolean(),
  timezone: z.string(),
  resolved_date_range: z.object({ date_from: dateTime(), date_to: dateTime() }).nullable(),
  approximate: z.boolean().describe('Some number of users is an estimate.'),
  users_coverage: z.object({ complete: z.boolean(), sources_without_users: z.array(z.string()) }).nullable(),
  hasMore: z.boolean(),
  columns: z.null(),
  cache_target_age: z.null(),
  next_allowed_client_refresh: z.null(),
  query_status: z.null(),
  hogql: z.null(),
  types: z.null(),
}

/** The time of the queries, and their time zone. */
interface Asked {
  readonly answeredAt: Timestamp
  readonly timezone: string
}

export function insightAnswerBody(answer: InsightResult, asked: Asked) {
  return { ...('error' in answer ? { ...NO_ANSWER, error: answer.error } : foundBody(answer)), ...askedBody(asked) }
}

export function askedBody({ answeredAt, timezone }: Asked) {
  return { last_refresh: formatTimestamp(answeredAt), is_cached: false, timezone, ...UNUSED }
}

const NO_ANSWER = { result: null, resolved_date_range: null, approximate: false, users_coverage: null }

const UNUSED = {
  hasMore: false,
  columns: null,
  cache_target_age: null,
  next_allowed_client_refresh: null,
  query_status: null,
  hogql: null,
  types: null,
}

export function foundBody({ result, resolvedDateRange, approximate, usersCoverage }: InsightAnswer) {
  return {
    result: result.map(resultBody),
    resolved_date_range: resolvedDateRange && {
      date_from: formatTimestamp(resolvedDateRange.dateFrom),
      date_to: formatTimestamp(resolvedDateRange.dateTo),
    },
    approximate,
    users_coverage: usersCoverage && {
      complete: usersCoverage.complete,
      sources_without_users: usersCoverage.sourcesWithoutUsers,
    },
  }
}

/** The body of one item or row of a result. */
export function resultBody(row: TrendsItem | FlagHealthRow) {
  if ('action' in row) return trendsItemBody(row)
  if ('reason' in row) return staleFlagBody(row)
  return 'lastSdk' in row ? unknownFlagBody(row) : rolloutBody(row)
}

function trendsItemBody(item: TrendsItem) {
  const { customName, ...action } = item.action
  return {
    action: { ...action, custom_name: customName },
    label: item.label,
    count: item.count,
    data: item.data,
    labels: item.labels,
    days: item.days,
    ...(item.breakdownValue === undefined ? {} : { breakdown_value: item.breakdownValue }),
    ...(item.aggregatedValue === undefined ? {} : { aggregated_value: item.aggregatedValue }),
    ...(item.compare ? { compare: true, compare_label: item.compareLabel } : {}),
  }
}

function staleFlagBody(row: Extract<FlagHealthRow, { reason: string }>) {
  const { id, key, name, reason, createdAt, lastCalledAt } = row
  return { id, key, name, reason, created_at: formatTimestamp(createdAt), last_called_at: timeOrNull(lastCalledAt) }
}

function unknownFlagBody(row: Extract<FlagHealthRow, { lastSdk: string }>) {
  return {
    key: row.key,
    count: row.count,
    first_seen: formatTimestamp(row.firstSeen),
    last_seen: formatTimestamp(row.lastSeen),
    last_sdk: row.lastSdk,
  }
}

function rolloutBody(row: Extract<FlagHealthRow, { variants: unknown }>) {
  return {
    id: row.id,
    key: row.key,
    name: row.name,
    rollout_percentage: row.rolloutPercentage,
    variants: row.variants.map(({ key, rolloutPercentage }) => ({ key, rollout_percentage: rolloutPercentage })),
    updated_at: formatTimestamp(row.updatedAt),
    last_called_at: timeOrNull(row.lastCalledAt),
    exposures: row.exposures,
    evaluations: row.evaluations,
  }
}

import type { InsightListFilters } from '@flagdeck/core/operations'
import * as z from 'zod'
import { queryInteger } from './activity.ts'
import { pageQuery, switchText } from './page.ts'

const text = () => z.string().optional()

/** The query of the insight list. Core parses the values. */
export const insightListQuery = z.object({
  ...pageQuery,
  search: text().describe('part of the name, the description or a tag'),
  short_id: text(),
  saved: switchText(),
  favorited: switchText(),
  tags: z.array(z.string()).optional().describe('any of these'),
  created_by: text().describe('the id of the user who made it, or a JSON list of several'),
  user: text().describe('true: those that the caller made'),
  date_from: text().describe('last modified after that: ISO 8601, or as long ago as -7d'),
  date_to: text().describe('last modified before that'),
  created_date_from: text().describe('made after that'),
  created_date_to: text().describe('made before that'),
})

/** The query of the trending insights, which refuses invalid numbers, as PostHog does. */
export const trendingInsightsQuery = z.object({
  days: queryInteger(1, 3650).default(7).describe('how many days back a change counts'),
  limit: queryInteger()
    .transform((limit) => Math.min(limit, 100))
    .default(10)
    .describe('100 at most'),
  offset: queryInteger(0).default(0),
})

export function insightListFilters(query: z.output<typeof insightListQuery>): InsightListFilters {
  return {
    search: query.search,
    shortId: query.short_id,
    saved: query.saved,
    favorited: query.favorited,
    tags: query.tags,
    createdBy: query.created_by,
    user: query.user,
    dateFrom: query.date_from,
    dateTo: query.date_to,
    createdDateFrom: query.created_date_from,
    createdDateTo: query.created_date_to,
  }
}

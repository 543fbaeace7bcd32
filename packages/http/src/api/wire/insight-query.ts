import type { InsightListFilters } from '@flagdeck/core/operations'
import * as z from 'zod'
import { queryInteger } from './activity.ts'
import { pageQuery, switchText } from './page.ts'

const text = () => z.string().optional()

/** The query of the insight list; core reads the values. */
export const insightListQuery = z.object({
  ...pageQuery,
  search: text().describe('part of the name, the description or a tag'),
  short_id: text(),
  saved: switchText(),
  favorited: switchText(),
  tags: z.array(z.string()).optional().describe('any of these'),
})

/** The query of the trending insights, which refuses numbers that are none, as PostHog does. */
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
  }
}

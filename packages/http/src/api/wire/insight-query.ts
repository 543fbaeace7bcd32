import type { InsightListFilters } from '@flagdeck/core/operations'
import * as z from 'zod'
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

export function insightListFilters(query: z.output<typeof insightListQuery>): InsightListFilters {
  return {
    search: query.search,
    shortId: query.short_id,
    saved: query.saved,
    favorited: query.favorited,
    tags: query.tags,
  }
}

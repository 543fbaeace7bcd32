import type { InsightQuery } from '../../../data/records/insight.ts'
import { withoutUndefined } from '../../../foundation/json/json-value.ts'
import type { Page, PageRequest } from '../../../foundation/pagination/page.ts'
import { booleanWord, searchNeedle, tagList } from '../../../foundation/validation/list-filters.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { describeInsights, type InsightDetails } from './insight-details.ts'

/** The filters of the insight list as clients send them: all text, all optional. */
export interface InsightListFilters {
  readonly search?: string | undefined
  readonly shortId?: string | undefined
  readonly saved?: string | undefined
  readonly favorited?: string | undefined
  /** Any of these. */
  readonly tags?: readonly string[] | undefined
}

/** Lists the live insights that match, one page of them; the newest first. */
export async function listInsights(
  ctx: ProjectContext,
  filters: InsightListFilters,
  page: PageRequest,
): Promise<Page<InsightDetails>> {
  authorize(ctx.actor, 'insight:read')
  const query = parseQuery(filters)
  return ctx.store.read(async (tx) => {
    const { count, items } = await tx.insights.list(ctx.project.id, query, page)
    return { count, items: await describeInsights(tx, ctx, items) }
  })
}

/** What cannot be read as a filter is no filter. */
function parseQuery(filters: InsightListFilters): InsightQuery {
  return withoutUndefined({
    search: searchNeedle(filters.search),
    shortId: filters.shortId || undefined,
    saved: booleanWord(filters.saved),
    favorited: booleanWord(filters.favorited),
    tags: tagList(filters.tags),
  }) as InsightQuery // less the undefined
}

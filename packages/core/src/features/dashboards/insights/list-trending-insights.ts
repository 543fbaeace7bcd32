import * as z from 'zod'
import type { Page, PageRequest } from '../../../foundation/pagination/page.ts'
import { DAY_MS } from '../../../foundation/time/durations.ts'
import { timestampOf } from '../../../foundation/time/timestamp.ts'
import { parseInput } from '../../../foundation/validation/parse-input.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { describeInsights, type InsightDetails } from './insight-details.ts'

/** Ten years. */
const MAX_DAYS = 3650

const trendingSchema = z.object({ days: z.int().min(1).max(MAX_DAYS).default(7) })

/**
 * Lists the live insights that were created or modified in the last days, last modified first (INSIGHT-58).
 * @param lastDays 1 to 3,650; undefined for 7
 */
export async function listTrendingInsights(
  ctx: ProjectContext,
  lastDays: number | undefined,
  page: PageRequest,
): Promise<Page<InsightDetails>> {
  authorize(ctx.actor, 'insight:read')
  const { days } = parseInput(trendingSchema, { days: lastDays })
  const query = { order: 'modified', modifiedAfter: timestampOf(ctx.clock() - days * DAY_MS) } as const
  return ctx.store.read(async (tx) => {
    const { count, items } = await tx.insights.list(ctx.project.id, query, page)
    return { count, items: await describeInsights(tx, ctx, items) }
  })
}

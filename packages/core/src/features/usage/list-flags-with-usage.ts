import type { FlagQuery } from '../../data/records/flag-query.ts'
import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { detailsOf, type FlagDetails } from '../flags/flag-details.ts'
import { type RecentUsage, recentUsage } from './recent-usage.ts'

/** A flag with its calls of today and the six previous days (INSIGHT-52). */
export interface UsedFlag extends FlagDetails {
  readonly usage7d: RecentUsage
}

/**
 * Lists flags like `listFlags`, with their recent calls. The calls are read for the whole page, and not flag by flag.
 */
export async function listFlagsWithUsage(
  ctx: ProjectContext,
  query: FlagQuery,
  page: PageRequest,
): Promise<Page<UsedFlag>> {
  authorize(ctx.actor, 'feature_flag:read')
  return ctx.store.read(async (tx) => {
    const { count, items } = await tx.flags.list(ctx.project.id, query, page)
    const usageOf = await recentUsage(tx, ctx.project, items, ctx.clock())
    const flags = await detailsOf(tx, ctx, items)
    return { count, items: flags.map((flag) => ({ ...flag, usage7d: usageOf(flag.id) })) }
  })
}

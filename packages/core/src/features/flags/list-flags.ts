import type { FlagQuery } from '../../data/records/flag-query.ts'
import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { detailsOf, type FlagDetails } from './flag-details.ts'

/** Lists one page of the live flags that match. */
export async function listFlags(ctx: ProjectContext, query: FlagQuery, page: PageRequest): Promise<Page<FlagDetails>> {
  authorize(ctx.actor, 'feature_flag:read')
  return ctx.store.read(async (tx) => {
    const { count, items } = await tx.flags.list(ctx.project.id, query, page)
    return { count, items: await detailsOf(tx, ctx, items) }
  })
}

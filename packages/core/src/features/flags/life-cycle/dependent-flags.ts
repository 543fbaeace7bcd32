import { authorize } from '../../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { activeDependents, type DependentFlag } from '../flag-dependencies.ts'
import { requireFlag } from '../retrieve-flag.ts'

/** The live flags that are on and look at this one, by key: what keeps it from being disabled or deleted (FLAG-62). */
export async function listDependentFlags(ctx: ProjectContext, flagId: number): Promise<readonly DependentFlag[]> {
  authorize(ctx.actor, 'feature_flag:read')
  return ctx.store.read(async (tx) => activeDependents(tx, ctx, await requireFlag(tx, ctx, flagId)))
}

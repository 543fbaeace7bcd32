import { authorize } from '../../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { type DependentFlag, dependentsByFlag } from '../flag-dependencies.ts'
import { requireFlag } from '../retrieve-flag.ts'

/**
 * The live flags that depend on this one, by key. Those that are on prevent that it is disabled or deleted (FLAG-62).
 * @param options `includeInactive` adds flags that are off, archived ones too
 */
export async function listDependentFlags(
  ctx: ProjectContext,
  flagId: number,
  { includeInactive = false }: { readonly includeInactive?: boolean | undefined } = {},
): Promise<readonly DependentFlag[]> {
  authorize(ctx.actor, 'feature_flag:read')
  return ctx.store.read(async (tx) => {
    const flag = await requireFlag(tx, ctx, flagId)
    return (await dependentsByFlag(tx, ctx, [flag], includeInactive ? {} : { active: true }))(flag)
  })
}

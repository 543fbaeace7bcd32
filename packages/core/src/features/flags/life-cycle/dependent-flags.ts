import { authorize } from '../../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { type DependentFlag, dependentsByFlag } from '../flag-dependencies.ts'
import { requireFlag } from '../retrieve-flag.ts'

/**
 * Lists the live flags that depend on this one, by key. While one of them is enabled, this flag cannot be disabled or
 * deleted (FLAG-62).
 * @param options `includeInactive` adds disabled flags, including archived ones
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

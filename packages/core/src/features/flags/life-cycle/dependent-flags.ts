import { authorize } from '../../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { type DependentFlag, dependentsByFlag } from '../flag-dependencies.ts'
import { requireFlag } from '../retrieve-flag.ts'

export interface DependentFlagsOptions {
  /** Also flags that are off, archived ones included. */
  readonly includeInactive?: boolean | undefined
}

/** The live flags that depend on this one, by key. Those that are on prevent that it is disabled or deleted (FLAG-62). */
export async function listDependentFlags(
  ctx: ProjectContext,
  flagId: number,
  { includeInactive = false }: DependentFlagsOptions = {},
): Promise<readonly DependentFlag[]> {
  authorize(ctx.actor, 'feature_flag:read')
  return ctx.store.read(async (tx) => {
    const flag = await requireFlag(tx, ctx, flagId)
    return (await dependentsByFlag(tx, ctx, [flag], includeInactive ? {} : { active: true }))(flag)
  })
}

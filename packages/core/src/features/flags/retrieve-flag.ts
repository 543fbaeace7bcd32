import type { Flag } from '../../data/records/flag.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { foundById } from '../../foundation/errors/found-by-id.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { describeFlag, type FlagDetails } from './flag-details.ts'

/** Returns one flag by its id, including deleted ones (FLAG-13). */
export async function retrieveFlag(ctx: ProjectContext, flagId: number): Promise<FlagDetails> {
  authorize(ctx.actor, 'feature_flag:read')
  return ctx.store.read(async (tx) => describeFlag(tx, ctx, await requireFlag(tx, ctx, flagId)))
}

/** Returns the live flag with this key; undefined when there is none. */
export async function findFlag(ctx: ProjectContext, key: string): Promise<FlagDetails | undefined> {
  authorize(ctx.actor, 'feature_flag:read')
  return ctx.store.read(async (tx) => {
    const flag = await tx.flags.findLiveByKey(ctx.project.id, key)
    return flag && describeFlag(tx, ctx, flag)
  })
}

/** Returns the flag, deleted or not. @throws DomainError when the project has no such flag */
export function requireFlag(
  tx: ReadTransaction,
  ctx: Pick<ProjectContext, 'project'>,
  flagId: number,
  detail?: string,
): Promise<Flag> {
  return foundById(flagId, { kind: 'Flag', place: ctx, detail }, (id) => tx.flags.find(ctx.project.id, id))
}

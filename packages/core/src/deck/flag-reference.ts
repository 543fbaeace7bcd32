import { recordNotFound } from '../foundation/errors/record-not-found.ts'
import type { ProjectContext } from '../runtime/context.ts'

/** The id or the key of a flag. A key names the live flag, or else the deleted one that was changed last. */
export type FlagReference = number | string

/** Turns an operation on the id of a flag into a method that also accepts its key. */
export function byFlag<Args extends readonly unknown[], Result>(
  ctx: ProjectContext,
  operation: (ctx: ProjectContext, flagId: number, ...args: Args) => Promise<Result>,
): (flag: FlagReference, ...args: Args) => Promise<Result> {
  return async (flag, ...args) => operation(ctx, await flagIdOf(ctx, flag), ...args)
}

/** Returns the id of a flag. A number is returned unchanged, even if there is no such flag. */
export async function flagIdOf(ctx: ProjectContext, flag: FlagReference): Promise<number> {
  if (typeof flag !== 'string') return flag
  const id = await ctx.store.read(async (tx) => {
    const live = await tx.flags.findLiveByKey(ctx.project.id, flag)
    if (live) return live.id
    const order = { field: 'updatedAt', descending: true } as const
    const query = { deleted: true, keyLower: flag.toLowerCase(), order }
    const { items } = await tx.flags.list(ctx.project.id, query, { limit: 10, offset: 0 })
    return items.find(({ key }) => key === flag)?.id
  })
  if (id === undefined) throw recordNotFound('Flag', flag, ctx)
  return id
}

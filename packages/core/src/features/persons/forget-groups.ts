import { freedPlaces } from '../../data/records/group-type-places.ts'
import { yieldToOthers } from '../../foundation/time/yield.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { bytesOfMeasured } from '../../runtime/stored-bytes.ts'
import { countStoredBytes } from './count-stored-bytes.ts'

/** The number of groups that one transaction deletes, so that other transactions do not wait for long. */
const FORGOTTEN_AT_ONCE = 500

/** Deletes all groups of a type that was removed. */
export async function forgetGroups(ctx: ProjectContext, groupTypeIndex: number): Promise<void> {
  for (;;) {
    // Not bound to the idempotency key: repeating it is harmless, and it has no result to store.
    const forgotten = await ctx.store.write(async (tx) => {
      const measured = await tx.groups.measureAfter(ctx.project.id, groupTypeIndex, '', FORGOTTEN_AT_ONCE)
      const deleted = await tx.groups.deleteSome(ctx.project.id, groupTypeIndex, FORGOTTEN_AT_ONCE)
      if (deleted > 0) await countStoredBytes(tx, ctx, -bytesOfMeasured(measured))
      return deleted
    })
    if (forgotten < FORGOTTEN_AT_ONCE) return
    await yieldToOthers()
  }
}

/**
 * Deletes groups that remained when {@link forgetGroups} was interrupted, so that a new type does not contain them
 * (GROUP-5).
 */
export async function forgetGroupsOfNoType(ctx: ProjectContext): Promise<void> {
  const project = await ctx.store.read((tx) => tx.projects.find(ctx.project.id))
  for (const place of freedPlaces(project?.groupTypes ?? [])) await forgetGroups(ctx, place)
}

import { freedPlaces } from '../../data/records/group-type-places.ts'
import { yieldToOthers } from '../../foundation/time/yield.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { bytesOfMeasured } from '../../runtime/stored-bytes.ts'
import { countStoredBytes } from './count-stored-bytes.ts'

/** Groups that a transaction deletes, so that others do not wait for long. */
const FORGOTTEN_AT_ONCE = 500

/** Forgets all groups of a type that was removed. */
export async function forgetGroups(ctx: ProjectContext, groupTypeIndex: number): Promise<void> {
  for (;;) {
    // A request that is carried out once may do this again: there is nothing to answer with.
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

/** Forgets what was left when {@link forgetGroups} was interrupted: no new type may find it (GROUP-5). */
export async function forgetGroupsOfNoType(ctx: ProjectContext): Promise<void> {
  const project = await ctx.store.read((tx) => tx.projects.find(ctx.project.id))
  for (const place of freedPlaces(project?.groupTypes ?? [])) await forgetGroups(ctx, place)
}

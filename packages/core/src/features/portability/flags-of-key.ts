import { recordNotFound } from '../../foundation/errors/record-not-found.ts'
import { type Page, type PageRequest, pageOf } from '../../foundation/pagination/page.ts'
import { yieldToOthers } from '../../foundation/time/yield.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { OrganizationContext } from '../../runtime/context.ts'
import { describeFlag, type FlagDetails } from '../flags/flag-details.ts'
import { eachReachableProject } from '../identity/list-projects.ts'
import { openProject } from '../identity/open-project.ts'

/** Reads pages of the live flags with one key, each with its project. */
export type ReadFlagsOfKey = (part: PageRequest) => Promise<Page<FlagDetails>>

/**
 * Finds the live flags with a key in the projects of an organization that the caller may read, by the id of the project
 * (FLAG-157). The flags are read in pages, because each may have 512 KiB.
 */
export async function flagsOfKey(ctx: OrganizationContext, key: string): Promise<ReadFlagsOfKey> {
  authorize(ctx.actor, 'feature_flag:read')
  const projectIds = await projectsWithFlag(ctx, key)
  if (projectIds.length === 0) throw recordNotFound('Flag', key, ctx)
  return async (part) => {
    const { count, items } = pageOf(projectIds, part)
    const flags: FlagDetails[] = []
    for (const projectId of items) flags.push(...(await liveFlagIn(ctx, projectId, key)))
    return { count, items: flags }
  }
}

async function projectsWithFlag(ctx: OrganizationContext, key: string): Promise<readonly number[]> {
  const found: number[] = []
  for await (const { id } of eachReachableProject(ctx)) {
    const flag = await ctx.store.read((tx) => tx.flags.findLiveByKey(id, key))
    if (flag) found.push(id)
    await yieldToOthers()
  }
  return found
}

/** Returns the live flag with a key in a project; undefined if it was deleted after it was found. */
export async function liveFlagIn(
  ctx: OrganizationContext,
  projectId: number,
  key: string,
): Promise<readonly FlagDetails[]> {
  const project = await openProject(ctx, projectId, ctx.organization.id)
  return ctx.store.read(async (tx) => {
    const flag = await tx.flags.findLiveByKey(projectId, key)
    return flag ? [await describeFlag(tx, project, flag)] : []
  })
}

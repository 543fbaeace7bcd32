import { SYSTEM } from '../../data/records/actor.ts'
import { hasRoom } from '../../data/records/group-type-places.ts'
import type { Project } from '../../data/records/project.ts'
import type { Context } from '../../runtime/context.ts'
import { openProject } from '../identity/open-project.ts'
import { addGroupTypesOfEvents } from '../persons/group-types.ts'

type GroupTypes = Project['groupTypes']

/**
 * The group types of a project, once those of `names` that are new were added, which takes a project whose events may
 * do that (CAPTURE-23).
 */
export async function groupTypesFor(ctx: Context, project: Project, names: ReadonlySet<string>): Promise<GroupTypes> {
  const { id, groupTypes } = project
  const unknown = [...names].filter((name) => !groupTypes.includes(name.trim()))
  if (unknown.length === 0) return groupTypes
  // What is known of the project here may be some seconds old. Everybody may send events, and adding locks the project.
  const now = await ctx.store.read((tx) => tx.projects.find(id))
  if (!now?.eventsAddGroupTypes || !hasRoom(now.groupTypes)) return now?.groupTypes ?? []
  return addGroupTypesOfEvents(await openProject({ ...ctx, actor: SYSTEM }, id), unknown)
}

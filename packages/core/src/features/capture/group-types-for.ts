import { SYSTEM } from '../../data/records/actor.ts'
import { hasRoom } from '../../data/records/group-type-places.ts'
import type { Project } from '../../data/records/project.ts'
import type { Context } from '../../runtime/context.ts'
import { openProject } from '../identity/open-project.ts'
import { addGroupTypesOfEvents } from '../persons/group-types.ts'

type GroupTypes = Project['groupTypes']

/**
 * Returns the group types of a project after adding those of `names` that are new. They are added only if the project
 * allows events to do so (CAPTURE-23).
 */
export async function groupTypesFor(ctx: Context, project: Project, names: ReadonlySet<string>): Promise<GroupTypes> {
  const { id, groupTypes } = project
  const unknown = [...names].filter((name) => !groupTypes.includes(name.trim()))
  if (unknown.length === 0) return groupTypes
  // The passed project can be some seconds old. Any client can send events, and adding a type locks the project.
  const now = await ctx.store.read((tx) => tx.projects.find(id))
  if (!now?.eventsAddGroupTypes || !hasRoom(now.groupTypes)) return now?.groupTypes ?? []
  return addGroupTypesOfEvents(await openProject({ ...ctx, actor: SYSTEM }, id), unknown)
}

import { SYSTEM } from '../access/actor.ts'
import type { Context } from '../context.ts'
import { openProject } from '../identity/open-project.ts'
import type { Project } from '../identity/project.ts'
import { MAX_GROUP_TYPES } from '../identity/project-input.ts'
import { addGroupTypes } from '../persons/group-types.ts'

/**
 * Where each of these group types has its place in the project's list. Types that are new are added while there is
 * room (CAPTURE-23); those for which there is none are not in the answer.
 */
export async function groupTypeIndexes(
  ctx: Context,
  project: Project,
  names: ReadonlySet<string>,
): Promise<ReadonlyMap<string, number>> {
  const indexes = indexesOf(await typesWith(ctx, project, names))
  return new Map(
    [...names].flatMap((name) => {
      const index = indexes.get(name.trim())
      return index === undefined ? [] : [[name, index]]
    }),
  )
}

/** The group types that there are, once those of these that are new were added. */
async function typesWith(ctx: Context, project: Project, names: ReadonlySet<string>): Promise<readonly string[]> {
  const { id, groupTypes } = project
  const unknown = [...names].filter((name) => !groupTypes.includes(name.trim()))
  // Where there is no room now, there will never be any. Everybody may send events, and adding holds the project.
  if (unknown.length === 0 || groupTypes.length >= MAX_GROUP_TYPES) return groupTypes
  return addGroupTypes(await openProject({ ...ctx, actor: SYSTEM }, id), unknown)
}

function indexesOf(names: readonly string[]): Map<string, number> {
  return new Map(names.map((name, index) => [name, index]))
}

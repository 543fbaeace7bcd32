import { SYSTEM } from '../access/actor.ts'
import type { Context, ProjectContext } from '../context.ts'
import { DomainError } from '../errors/domain-error.ts'
import { openProject } from '../identity/open-project.ts'
import type { Project } from '../identity/project.ts'
import { addGroupType, listGroupTypes } from '../persons/group-types.ts'

/**
 * Where each of these group types has its place in the project's list. Types that are new are added while there is
 * room (CAPTURE-23); those for which there is none are not in the answer.
 */
export async function groupTypeIndexes(
  ctx: Context,
  project: Project,
  names: ReadonlySet<string>,
): Promise<ReadonlyMap<string, number>> {
  const known = indexesOf(project.groupTypes)
  const unknown = [...names].filter((name) => !known.has(name.trim()))
  const indexes = unknown.length === 0 ? known : await addTypes(ctx, project.id, unknown)
  return new Map(
    [...names].flatMap((name) => {
      const index = indexes.get(name.trim())
      return index === undefined ? [] : [[name, index]]
    }),
  )
}

async function addTypes(ctx: Context, projectId: number, names: readonly string[]): Promise<Map<string, number>> {
  const project = await openProject({ ...ctx, actor: SYSTEM }, projectId)
  for (const name of names) await addUnlessRefused(project, name)
  const types = await listGroupTypes(project)
  return indexesOf(types.map(({ name }) => name))
}

/** There may be no room, the name may be none, or another event may have added the type just now. */
async function addUnlessRefused(project: ProjectContext, groupType: string): Promise<void> {
  try {
    await addGroupType(project, { groupType })
  } catch (error) {
    if (!(error instanceof DomainError && error.kind === 'validation')) throw error
  }
}

function indexesOf(names: readonly string[]): Map<string, number> {
  return new Map(names.map((name, index) => [name, index]))
}

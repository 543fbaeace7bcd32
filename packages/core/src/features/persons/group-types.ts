import * as z from 'zod'
import { type GroupType, groupTypesIn, MAX_GROUP_TYPES, withGroupType } from '../../data/records/group-type-places.ts'
import type { Project } from '../../data/records/project.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { type DomainError, invalidInput } from '../../foundation/errors/domain-error.ts'
import { nameField } from '../../foundation/validation/fields.ts'
import { parseInput } from '../../foundation/validation/parse-input.ts'
import { fieldNames, withReadOnly } from '../../foundation/validation/read-only-fields.ts'
import { violation } from '../../foundation/validation/violation.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import { authorizeMember } from '../../runtime/access/project-access.ts'
import { projectNotFound } from '../../runtime/access/unknown-place.ts'
import { changeProject, changeProjectIfNeeded } from '../../runtime/change-project.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { saveProject } from '../identity/project-activity.ts'
import { forgetGroupsOfNoType } from './forget-groups.ts'

/** What a client may send to add a group type. */
export const addGroupTypeSchema = withReadOnly(
  z.object({ name: nameField() }),
  fieldNames<Omit<GroupType, 'name'>>({ index: true }),
)

/** The name of a new group type. */
export type AddGroupTypeInput = Readonly<z.input<typeof addGroupTypeSchema>>

/** Lists the group types of the project, by index. */
export async function listGroupTypes(ctx: ProjectContext): Promise<readonly GroupType[]> {
  authorize(ctx.actor, 'group:read')
  // The cached project may be some seconds old.
  const { groupTypes } = await ctx.store.read((tx) => requireProject(tx, ctx))
  return groupTypesIn(groupTypes)
}

/** Adds a group type at the first free index (GROUP-1). */
export async function addGroupType(ctx: ProjectContext, input: AddGroupTypeInput): Promise<GroupType> {
  authorize(ctx.actor, 'group:write')
  const { name } = parseInput(addGroupTypeSchema, input)
  await forgetGroupsOfNoType(ctx)
  const added = await changeProject(ctx, async (tx) => {
    await authorizeMember(tx, ctx)
    const project = await requireProject(tx, ctx)
    refuseName(project.groupTypes, name)
    const groupTypes = withGroupType(project.groupTypes, name)
    if (groupTypes === project.groupTypes) throw noRoom()
    await saveProject(tx, ctx, project, { ...project, groupTypes })
    return { name, index: groupTypes.indexOf(name) }
  })
  ctx.credentials.lookAgain()
  return added
}

/**
 * Adds these group types in one transaction until the limit is reached, and returns all types of the project. Adds none
 * if events may not add types. Invalid names are skipped, not refused.
 */
export async function addGroupTypesOfEvents(
  ctx: ProjectContext,
  names: Iterable<string>,
): Promise<Project['groupTypes']> {
  authorize(ctx.actor, 'group:write')
  const wanted = firstNames(names, MAX_GROUP_TYPES)
  if (wanted.length === 0) return ctx.project.groupTypes
  await forgetGroupsOfNoType(ctx)
  const all = await changeProjectIfNeeded(ctx, async (tx, raiseVersion) => {
    await authorizeMember(tx, ctx)
    await tx.projects.lock(ctx.project.id)
    const project = await requireProject(tx, ctx)
    const groupTypes = project.eventsAddGroupTypes
      ? wanted.reduce(withGroupType, project.groupTypes)
      : project.groupTypes
    if (groupTypes === project.groupTypes) return groupTypes
    await raiseVersion()
    await saveProject(tx, ctx, project, { ...project, groupTypes })
    return groupTypes
  })
  ctx.credentials.lookAgain()
  return all
}

/** Returns the first valid names, each once. It stops when it has enough. */
function firstNames(names: Iterable<string>, most: number): readonly string[] {
  const found = new Set<string>()
  for (const name of names) {
    const { data } = addGroupTypeSchema.safeParse({ name })
    if (data) found.add(data.name)
    if (found.size === most) break
  }
  return [...found]
}

export function refuseName(groupTypes: Project['groupTypes'], name: string): void {
  if (!groupTypes.includes(name)) return
  throw invalidInput([violation('name', 'unique', 'There is already a group type with this name.')])
}

function noRoom(): DomainError {
  return invalidInput([
    violation('name', 'invalid_input', `A project can have at most ${MAX_GROUP_TYPES} group types.`),
  ])
}

export async function requireProject(tx: ReadTransaction, ctx: ProjectContext) {
  const project = await tx.projects.find(ctx.project.id)
  if (!project) throw projectNotFound()
  return project
}

import { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import { authorizeMember } from '../access/project-access.ts'
import { changeProject, changeProjectIfNeeded } from '../change-project.ts'
import type { ProjectContext } from '../context.ts'
import { invalidInput, notFound } from '../errors/domain-error.ts'
import { saveProject } from '../identity/project-activity.ts'
import { MAX_GROUP_TYPES } from '../identity/project-input.ts'
import type { ReadTransaction } from '../storage/store.ts'
import { nameField } from '../validation/fields.ts'
import { parseInput } from '../validation/parse-input.ts'
import { violation } from '../validation/violation.ts'

/** A kind of group, such as `company`. Filters and groups name it by its index. */
export interface GroupType {
  readonly name: string
  readonly index: number
}

/** What a client may send to add a group type. */
export const addGroupTypeSchema = z.object({ groupType: nameField() })

export type AddGroupTypeInput = Readonly<z.input<typeof addGroupTypeSchema>>

/** Lists the group types of the project, by index. */
export async function listGroupTypes(ctx: ProjectContext): Promise<readonly GroupType[]> {
  authorize(ctx.actor, 'group:read')
  // What is known of the project from when the caller entered may be some seconds old.
  const { groupTypes } = await ctx.store.read((tx) => requireProject(tx, ctx))
  return groupTypes.map((name, index) => ({ name, index }))
}

/** Adds a group type behind those that there are (GROUP-1). It can neither be taken away nor renamed: flags name its index. */
export async function addGroupType(ctx: ProjectContext, input: AddGroupTypeInput): Promise<GroupType> {
  authorize(ctx.actor, 'group:write')
  const { groupType: name } = parseInput(addGroupTypeSchema, input)
  const added = await changeProject(ctx, async (tx) => {
    await authorizeMember(tx, ctx)
    const project = await requireProject(tx, ctx)
    refuseType(project.groupTypes, name)
    await saveProject(tx, ctx, project, { ...project, groupTypes: [...project.groupTypes, name] })
    return { name, index: project.groupTypes.length }
  })
  ctx.grants.clear()
  return added
}

/**
 * Adds as many of these group types as there is room for, in one transaction, and answers with the names of all that
 * there are then. It passes over what is no name, instead of refusing it.
 */
export async function addGroupTypes(ctx: ProjectContext, names: Iterable<string>): Promise<readonly string[]> {
  authorize(ctx.actor, 'group:write')
  const wanted = firstNames(names, MAX_GROUP_TYPES)
  if (wanted.length === 0) return ctx.project.groupTypes
  const all = await changeProjectIfNeeded(ctx, async (tx, raiseVersion) => {
    await authorizeMember(tx, ctx)
    await tx.projects.lock(ctx.project.id)
    const project = await requireProject(tx, ctx)
    const groupTypes = [...new Set([...project.groupTypes, ...wanted])].slice(0, MAX_GROUP_TYPES)
    if (groupTypes.length <= project.groupTypes.length) return project.groupTypes
    await raiseVersion()
    await saveProject(tx, ctx, project, { ...project, groupTypes })
    return groupTypes
  })
  ctx.grants.clear()
  return all
}

/** What is fit to be a name, each once; no more are looked at than it takes. */
function firstNames(names: Iterable<string>, most: number): readonly string[] {
  const found = new Set<string>()
  for (const name of names) {
    const { data } = addGroupTypeSchema.safeParse({ groupType: name })
    if (data) found.add(data.groupType)
    if (found.size === most) break
  }
  return [...found]
}

function refuseType(groupTypes: readonly string[], name: string): void {
  if (groupTypes.includes(name)) {
    throw invalidInput([violation('groupType', 'unique', 'There is already a group type with this name.')])
  }
  if (groupTypes.length < MAX_GROUP_TYPES) return
  const detail = `A project has at most ${MAX_GROUP_TYPES} group types.`
  throw invalidInput([violation('groupType', 'invalid_input', detail)])
}

async function requireProject(tx: ReadTransaction, ctx: ProjectContext) {
  const project = await tx.projects.find(ctx.project.id)
  if (!project) throw notFound('Project not found.')
  return project
}

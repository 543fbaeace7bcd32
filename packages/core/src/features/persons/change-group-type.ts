import type * as z from 'zod'
import { type GroupType, withTypeAt } from '../../data/records/group-type-places.ts'
import type { Project } from '../../data/records/project.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { namesGroupType } from '../../evaluation/definition/flag-references.ts'
import { invalidInput } from '../../foundation/errors/domain-error.ts'
import { recordNotFound } from '../../foundation/errors/record-not-found.ts'
import { listed } from '../../foundation/validation/listed.ts'
import { parseInput } from '../../foundation/validation/parse-input.ts'
import { violation } from '../../foundation/validation/violation.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import { authorizeAdmin } from '../../runtime/access/authorize-admin.ts'
import { authorizeMember } from '../../runtime/access/project-access.ts'
import { changeProject } from '../../runtime/change-project.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { saveProject } from '../identity/project-activity.ts'
import { forgetGroups } from './forget-groups.ts'
import { addGroupTypeSchema, refuseName, requireProject } from './group-types.ts'

/** What a client may send to rename a group type. */
export const renameGroupTypeSchema = addGroupTypeSchema

/** The new name of a group type. */
export type RenameGroupTypeInput = Readonly<z.input<typeof renameGroupTypeSchema>>

/** Renames a group type that no live flag references; its groups stay (GROUP-4). */
export async function renameGroupType(
  ctx: ProjectContext,
  index: number,
  input: RenameGroupTypeInput,
): Promise<GroupType> {
  authorize(ctx.actor, 'group:write')
  const { name } = parseInput(renameGroupTypeSchema, input)
  await changeGroupType(ctx, index, ({ groupTypes }) => {
    refuseName(withTypeAt(groupTypes, index, null), name)
    return name
  })
  return { name, index }
}

/** Removes a group type that no live flag references, and deletes its groups. Its index can be used again (GROUP-5). */
export async function removeGroupType(ctx: ProjectContext, index: number): Promise<void> {
  authorize(ctx.actor, 'group:write')
  await changeGroupType(ctx, index, () => null)
  await forgetGroups(ctx, index)
}

async function changeGroupType(
  ctx: ProjectContext,
  index: number,
  nameIn: (project: Project) => string | null,
): Promise<void> {
  await changeProject(ctx, async (tx) => {
    authorizeAdmin({ actor: ctx.actor, access: await authorizeMember(tx, ctx) })
    const project = await requireProject(tx, ctx)
    if (typeof project.groupTypes[index] !== 'string')
      throw recordNotFound('Group type', index, ctx, 'Group type not found.')
    const groupTypes = withTypeAt(project.groupTypes, index, nameIn(project))
    await refuseIfNamed(tx, project, index)
    await saveProject(tx, ctx, project, { ...project, groupTypes })
  })
  ctx.credentials.lookAgain()
}

async function refuseIfNamed(tx: ReadTransaction, { id }: Project, index: number): Promise<void> {
  // The references are not stored, because changes of types are rare. This reads each flag of the project once.
  const flags = (await tx.flags.listLive(id))
    .filter(({ filters }) => namesGroupType(filters, index))
    .map((flag) => ({ id: flag.id, name: flag.key }))
  const [users] = listed('feature flags', flags)
  if (users === undefined) return
  const detail = `This group type is used by ${users}. Please update them first.`
  throw invalidInput([violation(null, 'invalid_input', detail)])
}

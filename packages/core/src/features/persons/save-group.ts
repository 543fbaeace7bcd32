import * as z from 'zod'
import type { Group } from '../../data/records/person.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { invalidInput } from '../../foundation/errors/domain-error.ts'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import { storedIdField } from '../../foundation/validation/distinct-id.ts'
import { integerField } from '../../foundation/validation/fields.ts'
import { parseInput } from '../../foundation/validation/parse-input.ts'
import { fieldNames, withReadOnly } from '../../foundation/validation/read-only-fields.ts'
import { violation } from '../../foundation/validation/violation.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import { authorizeMember } from '../../runtime/access/project-access.ts'
import { projectNotFound } from '../../runtime/access/unknown-place.ts'
import { writeStore } from '../../runtime/change-project.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { storedBytes } from '../../runtime/stored-bytes.ts'
import { countStoredBytes } from './count-stored-bytes.ts'
import { mergeProperties, propertiesField, unsetField } from './properties-input.ts'

/** What a client may send to create a group, or to change its properties. */
export const saveGroupSchema = withReadOnly(
  z.object({
    groupTypeIndex: integerField(),
    key: storedIdField(),
    properties: propertiesField().optional(),
    unset: unsetField().optional(),
  }),
  fieldNames<Pick<Group, 'projectId' | 'createdAt' | 'updatedAt'>>({
    projectId: true,
    createdAt: true,
    updatedAt: true,
  }),
)

/** A group, and its properties. */
export type SaveGroupInput = Readonly<z.input<typeof saveGroupSchema>>

/** Merges properties into those of a group, which is created if there is none (GROUP-2). */
export async function saveGroup(ctx: ProjectContext, input: SaveGroupInput): Promise<Group> {
  authorize(ctx.actor, 'group:write')
  const { groupTypeIndex, key, properties = {}, unset = [] } = parseInput(saveGroupSchema, input)
  return writeStore(ctx, async (tx) => {
    await authorizeMember(tx, ctx)
    await requireGroupType(tx, ctx, groupTypeIndex)
    const before = await tx.groups.lock(ctx.project.id, groupTypeIndex, key)
    const now = timestampOf(ctx.clock())
    const group: Group = {
      projectId: ctx.project.id,
      groupTypeIndex,
      key,
      properties: mergeProperties(before?.properties ?? {}, properties, unset, 'properties'),
      createdAt: before?.createdAt ?? now,
      updatedAt: now,
    }
    await tx.groups.save(group)
    const growth = storedBytes(key, group) - storedBytes(key, before)
    await countStoredBytes(tx, ctx, growth)
    return group
  })
}

/** Refuses an index that no group type of the project has. */
async function requireGroupType(tx: ReadTransaction, ctx: ProjectContext, index: number): Promise<void> {
  const project = await tx.projects.find(ctx.project.id)
  if (!project) throw projectNotFound()
  if (typeof project.groupTypes[index] === 'string') return
  throw invalidInput([violation('groupTypeIndex', 'invalid_input', 'The project has no group type with this index.')])
}

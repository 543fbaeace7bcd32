import { MAX_GROUP_TYPES } from '../../data/records/group-type-places.ts'
import type { Group } from '../../data/records/person.ts'
import { recordNotFound } from '../../foundation/errors/record-not-found.ts'
import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import { isStorable, requireStorable } from '../../foundation/validation/distinct-id.ts'
import { refuseFilter } from '../../foundation/validation/list-filters.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import { authorizeMember } from '../../runtime/access/project-access.ts'
import { writeStore } from '../../runtime/change-project.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { storedBytes } from '../../runtime/stored-bytes.ts'
import { countStoredBytes } from './count-stored-bytes.ts'

/** Lists the groups of a type whose key or name starts with `search`, ordered by the bytes of their key. */
export async function listGroups(
  ctx: ProjectContext,
  groupTypeIndex: number,
  search: string,
  page: PageRequest,
): Promise<Page<Group>> {
  authorize(ctx.actor, 'group:read')
  requireGroupTypeIndex(groupTypeIndex)
  if (!isStorable(search)) return { count: 0, items: [] }
  return ctx.store.read((tx) => tx.groups.list(ctx.project.id, groupTypeIndex, search, page))
}

/** Returns the data about one group. */
export async function retrieveGroup(ctx: ProjectContext, groupTypeIndex: number, key: string): Promise<Group> {
  authorize(ctx.actor, 'group:read')
  const { index, id } = placeOf(ctx, groupTypeIndex, key)
  const group = await ctx.store.read((tx) => tx.groups.find(ctx.project.id, index, id))
  if (!group) throw recordNotFound('Group', key, ctx)
  return group
}

/** Deletes a group. */
export async function deleteGroup(ctx: ProjectContext, groupTypeIndex: number, key: string): Promise<void> {
  authorize(ctx.actor, 'group:write')
  const { index, id } = placeOf(ctx, groupTypeIndex, key)
  await writeStore(ctx, async (tx) => {
    await authorizeMember(tx, ctx)
    const group = await tx.groups.lock(ctx.project.id, index, id)
    if (!group) throw recordNotFound('Group', key, ctx)
    await tx.groups.delete(ctx.project.id, index, id)
    await countStoredBytes(tx, ctx, -storedBytes(id, group))
  })
}

function placeOf(ctx: ProjectContext, groupTypeIndex: number, key: string) {
  if (!isIndex(groupTypeIndex)) throw recordNotFound('Group type', groupTypeIndex, ctx)
  return { index: groupTypeIndex, id: requireStorable(key, 'Group', ctx) }
}

/** The check needs no query. */
/** @throws DomainError if no group type can have this index */
export function requireGroupTypeIndex(index: number): void {
  if (isIndex(index)) return
  refuseFilter('groupTypeIndex', `Send the index of a group type, from 0 to ${MAX_GROUP_TYPES - 1}.`)
}

function isIndex(index: number): boolean {
  return Number.isInteger(index) && index >= 0 && index < MAX_GROUP_TYPES
}

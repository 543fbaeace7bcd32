import type { GroupType } from '../data/records/group-type-places.ts'
import type { Group } from '../data/records/person.ts'
import { type RenameGroupTypeInput, removeGroupType, renameGroupType } from '../features/persons/change-group-type.ts'
import { type AddGroupTypeInput, addGroupType, listGroupTypes } from '../features/persons/group-types.ts'
import { deleteGroup, listGroups, retrieveGroup } from '../features/persons/groups.ts'
import { type SaveGroupInput, saveGroup } from '../features/persons/save-group.ts'
import { type Page, type PageRequest, pageRequest } from '../foundation/pagination/page.ts'
import type { ProjectContext } from '../runtime/context.ts'
import { PAGE_OPTIONS, withKnownOptions } from './known-options.ts'

/** The group types of one project, such as companies, and the stored groups. A type is referenced by its index. */
export interface EmbeddedGroups {
  /** Lists the group types with their indexes. */
  types(): Promise<readonly GroupType[]>
  /** Adds a group type, at most five. */
  addType(input: AddGroupTypeInput): Promise<GroupType>
  /** Renames a group type. It is refused if a flag references the type. */
  renameType(groupTypeIndex: number, input: RenameGroupTypeInput): Promise<GroupType>
  /** Removes a group type with its groups. It is refused if a flag references the type. */
  removeType(groupTypeIndex: number): Promise<void>
  /** Lists groups by key; `search` is a prefix of the key or of the group's name. */
  list(
    groupTypeIndex: number,
    filters?: { readonly search?: string },
    page?: Partial<PageRequest>,
  ): Promise<Page<Group>>
  /** Returns a stored group by its key. */
  get(groupTypeIndex: number, groupKey: string): Promise<Group>
  /** Sets properties and deletes those in `unset`. A new group is created. */
  save(input: SaveGroupInput): Promise<Group>
  /** Permanently deletes all data of a group. */
  delete(groupTypeIndex: number, groupKey: string): Promise<void>
}

const OPTIONS = {
  list: [null, ['search'], PAGE_OPTIONS],
} satisfies Parameters<typeof withKnownOptions<EmbeddedGroups>>[2]

/** Binds the group operations to a project. */
export function embeddedGroups(ctx: ProjectContext): EmbeddedGroups {
  const methods: EmbeddedGroups = {
    types: () => listGroupTypes(ctx),
    addType: (input) => addGroupType(ctx, input),
    renameType: (groupTypeIndex, input) => renameGroupType(ctx, groupTypeIndex, input),
    removeType: (groupTypeIndex) => removeGroupType(ctx, groupTypeIndex),
    list: (groupTypeIndex, { search = '' } = {}, page) => listGroups(ctx, groupTypeIndex, search, pageRequest(page)),
    get: (groupTypeIndex, groupKey) => retrieveGroup(ctx, groupTypeIndex, groupKey),
    save: (input) => saveGroup(ctx, input),
    delete: (groupTypeIndex, groupKey) => deleteGroup(ctx, groupTypeIndex, groupKey),
  }
  return withKnownOptions('groups', methods, OPTIONS)
}

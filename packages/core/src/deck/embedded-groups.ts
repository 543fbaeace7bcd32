import type { GroupType } from '../data/records/group-type-places.ts'
import type { Group } from '../data/records/person.ts'
import { type RenameGroupTypeInput, removeGroupType, renameGroupType } from '../features/persons/change-group-type.ts'
import { type AddGroupTypeInput, addGroupType, listGroupTypes } from '../features/persons/group-types.ts'
import { deleteGroup, listGroups, retrieveGroup } from '../features/persons/groups.ts'
import { type SaveGroupInput, saveGroup } from '../features/persons/save-group.ts'
import { type Page, type PageRequest, pageRequest } from '../foundation/pagination/page.ts'
import type { ProjectContext } from '../runtime/context.ts'
import { PAGE_OPTIONS, withKnownOptions } from './known-options.ts'

/** The types of groups of one project, such as companies, and what is known of the groups. A type goes by its index. */
export interface EmbeddedGroups {
  types(): Promise<readonly GroupType[]>
  addType(input: AddGroupTypeInput): Promise<GroupType>
  /** Only one that no flag names. */
  renameType(groupTypeIndex: number, input: RenameGroupTypeInput): Promise<GroupType>
  /** Only one that no flag names; its groups are forgotten. */
  removeType(groupTypeIndex: number): Promise<void>
  /** In order of the keys; `search` is what they or the groups' names begin with. */
  list(
    groupTypeIndex: number,
    filters?: { readonly search?: string },
    page?: Partial<PageRequest>,
  ): Promise<Page<Group>>
  get(groupTypeIndex: number, groupKey: string): Promise<Group>
  /** Sets properties, and forgets those of `unset`. A group that is not known yet is from then on. */
  save(input: SaveGroupInput): Promise<Group>
  /** Forgets all that is kept about a group, for good. */
  delete(groupTypeIndex: number, groupKey: string): Promise<void>
}

const OPTIONS = {
  list: [null, ['search'], PAGE_OPTIONS],
} satisfies Parameters<typeof withKnownOptions<EmbeddedGroups>>[2]

/** Binds the operations on groups to a project. */
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

import type { Flag } from '@flagdeck/core'
import type { FlagIndex, NewFlag } from '@flagdeck/core/store'
import type { Insertable, Selectable } from 'kysely'
import { type FlagColumns, type FlagQueryColumns, KEPT_FLAG, type ReadFlagColumns } from '../flag-columns.ts'
import type { KeptField } from '../kept-field.ts'
import type { SqlContext } from '../sql-context.ts'
import { type PerhapsUser, perhapsJoinedUser, userColumns } from './joined-user.ts'
import { readFlag } from './read-flag.ts'

export type FlagRow = Selectable<ReadFlagColumns> & PerhapsUser<'creator'> & PerhapsUser<'modifier'>

// The table declares that each column matches its field; the type of its entries does not.
const KEPT = Object.entries(KEPT_FLAG) as unknown as readonly (readonly [keyof typeof KEPT_FLAG, KeptField<unknown>])[]

const READ_COLUMNS = Object.values(KEPT_FLAG).map(({ column }) => `flag.${column}` as const)

/** Selects flags (as `flag`), each with both of its users. */
export function flagsWithUsers({ db }: SqlContext) {
  return db
    .selectFrom('flags as flag')
    .leftJoin('users as creator', 'creator.id', 'flag.created_by_id')
    .leftJoin('users as modifier', 'modifier.id', 'flag.last_modified_by_id')
    .select(['flag.id', ...READ_COLUMNS, ...userColumns('creator'), ...userColumns('modifier')])
}

const creatorFrom = perhapsJoinedUser('creator')
const modifierFrom = perhapsJoinedUser('modifier')

export function flagFrom(row: FlagRow): Flag {
  const createdBy = creatorFrom(row)
  // They are usually the same user.
  const lastModifiedBy = row.modifier_id === row.creator_id ? createdBy : modifierFrom(row)
  return readFlag(row, createdBy, lastModifiedBy)
}

/** The values of the columns for queries. */
const FOR_QUERIES: { readonly [Column in keyof FlagQueryColumns]: (flag: NewFlag, index: FlagIndex) => unknown } = {
  key_lower: (_, { keyLower }) => keyLower,
  owner_lower: (_, { ownerLower }) => ownerLower,
  search_text: (_, { searchText }) => searchText,
  is_multivariate: (_, { isMultivariate }) => isMultivariate,
  is_fully_rolled_out: (_, { isFullyRolledOut }) => isFullyRolledOut,
  structure_bytes: (_, { structureBytes }) => structureBytes,
  created_by_id: ({ createdBy }) => createdBy?.id ?? null,
  last_modified_by_id: ({ lastModifiedBy }) => lastModifiedBy?.id ?? null,
}

type WrittenColumn = keyof Insertable<FlagColumns>

/** Every column that is written; the database assigns the id. */
export const WRITTEN_COLUMNS = [
  ...Object.values(KEPT_FLAG).map(({ column }) => column),
  ...Object.keys(FOR_QUERIES),
] as readonly WrittenColumn[] // the columns of both tables

export function flagRowOf(flag: NewFlag, index: FlagIndex): Insertable<FlagColumns> {
  const fields = KEPT.map(([field, { column, write }]) => [column, write(flag[field])])
  const forQueries = Object.entries(FOR_QUERIES).map(([column, make]) => [column, make(flag, index)])
  return Object.fromEntries([...fields, ...forQueries]) // every column that is written
}

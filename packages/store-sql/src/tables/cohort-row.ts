import type { Cohort } from '@flagdeck/core'
import type { CohortTable, NewCohort } from '@flagdeck/core/store'
import type { Insertable, Selectable } from 'kysely'
import { booleanFrom, documentFrom, timestampFrom } from '../column-values.ts'
import type { CohortColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import { decodeText } from '../sql-value.ts'
import { type PerhapsUser, perhapsJoinedUser, userColumns } from './joined-user.ts'

export type CohortRow = Selectable<Omit<CohortColumns, 'name_lower' | 'structure_bytes' | 'created_by_id'>> &
  PerhapsUser<'creator'>

/** Selects cohorts (as `cohort`), each with its creator. */
export function cohortsWithCreator({ db }: SqlContext) {
  return db
    .selectFrom('cohorts as cohort')
    .leftJoin('users as creator', 'creator.id', 'cohort.created_by_id')
    .select([
      'cohort.id',
      'cohort.project_id',
      'cohort.name',
      'cohort.description',
      'cohort.is_static',
      'cohort.properties',
      'cohort.member_count',
      'cohort.deleted',
      'cohort.created_at',
      'cohort.version',
      'cohort.project_version',
      ...userColumns('creator'),
    ])
}

const creatorFrom = perhapsJoinedUser('creator')

export function cohortFrom(row: CohortRow): Cohort {
  const isStatic = booleanFrom(row.is_static)
  return {
    id: row.id,
    projectId: row.project_id,
    name: decodeText(row.name),
    description: decodeText(row.description),
    isStatic,
    properties: documentFrom(row.properties),
    memberCount: isStatic ? row.member_count : null,
    deleted: booleanFrom(row.deleted),
    createdBy: creatorFrom(row),
    createdAt: timestampFrom(row.created_at),
    version: row.version,
    projectVersion: row.project_version,
  }
}

type CohortIndex = Parameters<CohortTable['insert']>[1]

/** Every column that is written, including optional ones; the count is written by the table of members. */
type WrittenCohort = Omit<Required<Insertable<CohortColumns>>, 'member_count'>

export function cohortRowOf(cohort: NewCohort, { nameLower, structureBytes }: CohortIndex): WrittenCohort {
  return {
    project_id: cohort.projectId,
    name: cohort.name,
    name_lower: nameLower,
    description: cohort.description,
    is_static: cohort.isStatic,
    properties: JSON.stringify(cohort.properties),
    structure_bytes: structureBytes,
    deleted: cohort.deleted,
    created_by_id: cohort.createdBy?.id ?? null,
    created_at: cohort.createdAt,
    version: cohort.version,
    project_version: cohort.projectVersion,
  }
}

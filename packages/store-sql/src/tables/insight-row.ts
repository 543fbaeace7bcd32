import type { Insight, NewInsight } from '@flagdeck/core/store'
import type { Insertable, Selectable } from 'kysely'
import { booleanFrom, documentFrom, timestampFrom } from '../column-values.ts'
import type { InsightColumns } from '../dashboard-columns.ts'
import type { SqlContext } from '../sql-context.ts'
import { decodeText } from '../sql-value.ts'
import { type PerhapsUser, perhapsJoinedUser, userColumns } from './joined-user.ts'
import { labelsFrom, labelsOf } from './labels.ts'
import { perhapsText } from './perhaps-text.ts'

export type InsightRow = Selectable<Omit<InsightColumns, 'search_text' | 'created_by_id' | 'last_modified_by_id'>> &
  PerhapsUser<'creator'> &
  PerhapsUser<'modifier'>

/** Selects insights (as `insight`), each with both of its users. */
export function insightsWithUsers({ db }: SqlContext) {
  return db
    .selectFrom('insights as insight')
    .leftJoin('users as creator', 'creator.id', 'insight.created_by_id')
    .leftJoin('users as modifier', 'modifier.id', 'insight.last_modified_by_id')
    .select([
      'insight.id',
      'insight.project_id',
      'insight.short_id',
      'insight.name',
      'insight.derived_name',
      'insight.description',
      'insight.without_description',
      'insight.query',
      'insight.tags',
      'insight.favorited',
      'insight.saved',
      'insight.is_sample',
      'insight.deleted',
      'insight.deletion_id',
      'insight.created_at',
      'insight.updated_at',
      'insight.last_modified_at',
      ...userColumns('creator'),
      ...userColumns('modifier'),
    ])
}

const creatorFrom = perhapsJoinedUser('creator')
const modifierFrom = perhapsJoinedUser('modifier')

export function insightFrom(row: InsightRow): Insight {
  return {
    id: row.id,
    projectId: row.project_id,
    shortId: decodeText(row.short_id),
    name: perhapsText(row.name),
    derivedName: perhapsText(row.derived_name),
    description: descriptionFrom(row),
    query: documentFrom(row.query),
    tags: labelsFrom(row.tags),
    favorited: booleanFrom(row.favorited),
    saved: booleanFrom(row.saved),
    isSample: booleanFrom(row.is_sample),
    deleted: booleanFrom(row.deleted),
    deletionId: perhapsText(row.deletion_id),
    createdBy: creatorFrom(row),
    createdAt: timestampFrom(row.created_at),
    updatedAt: timestampFrom(row.updated_at),
    lastModifiedAt: timestampFrom(row.last_modified_at),
    lastModifiedBy: modifierFrom(row),
  }
}

/**
 * Returns the description. An instance of an earlier release may have written one without resetting
 * `without_description`.
 */
function descriptionFrom(row: Pick<InsightRow, 'description' | 'without_description'>): string | null {
  const description = decodeText(row.description)
  return description === '' && booleanFrom(row.without_description) ? null : description
}

/** Returns every column, including optional ones. */
export function insightRowOf(insight: NewInsight, searchText: string): Required<Insertable<InsightColumns>> {
  return {
    project_id: insight.projectId,
    short_id: insight.shortId,
    name: insight.name,
    derived_name: insight.derivedName,
    description: insight.description ?? '',
    without_description: insight.description === null,
    search_text: searchText,
    query: JSON.stringify(insight.query),
    tags: labelsOf(insight.tags),
    favorited: insight.favorited,
    saved: insight.saved,
    is_sample: insight.isSample,
    deleted: insight.deleted,
    deletion_id: insight.deletionId,
    created_by_id: insight.createdBy?.id ?? null,
    created_at: insight.createdAt,
    updated_at: insight.updatedAt,
    last_modified_at: insight.lastModifiedAt,
    last_modified_by_id: insight.lastModifiedBy?.id ?? null,
  }
}

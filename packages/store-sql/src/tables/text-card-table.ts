import type { NewTextCard, TextCard, TextCardTable } from '@flagdeck/core/store'
import { type Insertable, type Selectable, sql } from 'kysely'
import { timestampFrom } from '../column-values.ts'
import type { TextCardColumns } from '../dashboard-columns.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { rowStatement, statement } from '../statement.ts'
import { insertedId } from './inserted-id.ts'
import { type PerhapsUser, perhapsJoinedUser, userColumns } from './joined-user.ts'
import { readByIds } from './large-rows.ts'
import { perhapsText } from './perhaps-text.ts'

export function textCardTable(context: SqlContext): (session: SqlSession) => TextCardTable {
  const { findMany, insert, update } = statements(context)
  return (session) => ({
    findMany: (projectId, textIds) =>
      readByIds(context.dialect, textIds, (ids) => session.items(findMany, { projectId, textIds: ids }, textFrom)),
    insert: async (text) => ({ ...text, id: insertedId(await session.first(insert, rowOf(text))) }),
    async update(text) {
      await session.post(update, { ...rowOf(text), id: text.id })
    },
  })
}

type Written = Insertable<TextCardColumns>
type TextRow = Selectable<Omit<TextCardColumns, 'created_by_id' | 'last_modified_by_id'>> &
  PerhapsUser<'creator'> &
  PerhapsUser<'modifier'>

function statements({ db, dialect }: SqlContext) {
  return {
    findMany: statement((p: { projectId: number; textIds: readonly number[] }) =>
      db
        .selectFrom('text_cards as card')
        .leftJoin('users as creator', 'creator.id', 'card.created_by_id')
        .leftJoin('users as modifier', 'modifier.id', 'card.last_modified_by_id')
        .select(['card.id', 'card.project_id', 'card.body', 'card.last_modified_at'])
        .select([...userColumns('creator'), ...userColumns('modifier')])
        .where('card.project_id', '=', p.projectId)
        .where(dialect.isOneOf(sql.ref('card.id'), p.textIds, 'bigint'))
        .orderBy('card.id'),
    ),
    insert: rowStatement((row: Written) => db.insertInto('text_cards').values(row).returning('id')),
    update: rowStatement(({ id, project_id, ...row }: Written & { readonly id: number }) =>
      db.updateTable('text_cards').set(row).where('project_id', '=', project_id).where('id', '=', id),
    ),
  }
}

const creatorFrom = perhapsJoinedUser('creator')
const modifierFrom = perhapsJoinedUser('modifier')

function textFrom(row: TextRow): TextCard {
  return {
    id: row.id,
    projectId: row.project_id,
    body: perhapsText(row.body),
    createdBy: creatorFrom(row),
    lastModifiedAt: timestampFrom(row.last_modified_at),
    lastModifiedBy: modifierFrom(row),
  }
}

function rowOf(text: NewTextCard): Written {
  return {
    project_id: text.projectId,
    body: text.body,
    created_by_id: text.createdBy?.id ?? null,
    last_modified_at: text.lastModifiedAt,
    last_modified_by_id: text.lastModifiedBy?.id ?? null,
  }
}

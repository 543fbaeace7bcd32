import type { Activity, ActivityQuery, ActivityTable, NewActivity, Page, PageRequest } from '@flagdeck/core/store'
import type { Insertable, Selectable } from 'kysely'
import { documentFrom, timestampFrom } from '../column-values.ts'
import type { ActivityColumns, UserColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { decodeText } from '../sql-value.ts'
import { rowStatement, type Statement, statement } from '../statement.ts'

export function activityTable(context: SqlContext): (session: SqlSession) => ActivityTable {
  const ofScope = listStatements(context, false)
  const ofItem = listStatements(context, true)
  const append = appendStatement(context)
  return (session) => ({
    list: (projectId, { scope, itemId }, page) =>
      itemId === undefined
        ? readPage(session, ofScope, { projectId, scope, itemId: '' }, page)
        : readPage(session, ofItem, { projectId, scope, itemId }, page),
    async append(activity) {
      await session.post(append, rowOf(activity))
    },
  })
}

type ActivityRow = Selectable<Omit<ActivityColumns, 'user_id'>> & {
  readonly [Column in 'first_name' | 'email']: UserColumns[Column] | null
}

type OfList = Required<ActivityQuery> & { readonly projectId: number }

interface ListStatements {
  readonly count: Statement<OfList, { readonly count: number }>
  /** Both answer newest first; they differ in the end of the index from which they count the offset. */
  readonly fromNewest: Statement<OfList & PageRequest, ActivityRow>
  readonly fromOldest: Statement<OfList & PageRequest, ActivityRow>
}

/** Walks the index from the nearer end, so that the last page costs what the first one does. */
async function readPage(
  session: SqlSession,
  { count: counting, fromNewest, fromOldest }: ListStatements,
  list: OfList,
  { limit, offset }: PageRequest,
): Promise<Page<Activity>> {
  const count = (await session.first(counting, list))?.count ?? 0
  if (offset >= count) return { count, items: [] }
  const end = Math.min(offset + limit, count)
  const rows =
    offset < count - end
      ? await session.all(fromNewest, { ...list, limit, offset })
      : await session.all(fromOldest, { ...list, limit: end - offset, offset: count - end })
  return { count, items: rows.map(activityFrom) }
}

function listStatements({ db }: SqlContext, ofOneItem: boolean): ListStatements {
  const entriesOf = (p: OfList) =>
    db
      .selectFrom('activity')
      .where('project_id', '=', p.projectId)
      .where('scope', '=', p.scope)
      .$if(ofOneItem, (entries) => entries.where('item_id', '=', p.itemId))
  // The index alone finds the page; the rows, which are large, are read only for that.
  const placesOf = (p: OfList & PageRequest, direction: 'asc' | 'desc') =>
    entriesOf(p).select(['project_id', 'scope', 'seq']).orderBy('seq', direction).limit(p.limit).offset(p.offset)
  const page = (p: OfList & PageRequest, direction: 'asc' | 'desc') =>
    db
      .selectFrom(placesOf(p, direction).as('page'))
      // PostgreSQL finds a row by all three. Compared with parameters instead, SQLite would start from the wrong side.
      .innerJoin('activity', (join) =>
        join
          .onRef('activity.project_id', '=', 'page.project_id')
          .onRef('activity.scope', '=', 'page.scope')
          .onRef('activity.seq', '=', 'page.seq'),
      )
      .leftJoin('users as user', 'user.id', 'activity.user_id')
      .select([
        'activity.seq',
        'activity.id',
        'activity.project_id',
        'activity.verb',
        'activity.scope',
        'activity.item_id',
        'activity.detail',
        'activity.created_at',
        'user.first_name',
        'user.email',
      ])
      .orderBy('activity.seq', 'desc')
  return {
    count: statement((p: OfList) => entriesOf(p).select(db.fn.countAll<number>().as('count'))),
    fromNewest: statement((p: OfList & PageRequest) => page(p, 'desc')),
    fromOldest: statement((p: OfList & PageRequest) => page(p, 'asc')),
  }
}

function appendStatement({ db }: SqlContext): Statement<Insertable<ActivityColumns>, unknown> {
  return rowStatement((row: Insertable<ActivityColumns>) => db.insertInto('activity').values(row))
}

function activityFrom(row: ActivityRow): Activity {
  return {
    id: row.id,
    projectId: row.project_id,
    user: row.email === null ? null : { firstName: decodeText(row.first_name ?? ''), email: decodeText(row.email) },
    // Only verbs and scopes are ever written to these columns.
    verb: row.verb as Activity['verb'],
    scope: row.scope as Activity['scope'],
    itemId: decodeText(row.item_id),
    detail: documentFrom(row.detail),
    createdAt: timestampFrom(row.created_at),
  }
}

function rowOf(activity: NewActivity): Insertable<ActivityColumns> {
  return {
    id: activity.id,
    project_id: activity.projectId,
    user_id: activity.userId,
    verb: activity.verb,
    scope: activity.scope,
    item_id: activity.itemId,
    detail: JSON.stringify(activity.detail),
    created_at: activity.createdAt,
  }
}

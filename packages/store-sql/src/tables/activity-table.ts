import type { Page, PageRequest, Timestamp } from '@flagdeck/core'
import {
  ACTIVITY_SCOPES,
  type ActivityItem,
  type ActivityTable,
  type ItemVersion,
  type LoggedActivity,
  type NewestQuery,
} from '@flagdeck/core/store'
import type { AliasableExpression, Insertable } from 'kysely'
import { listsText } from '../lists-text.ts'
import type { ActivityColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { rowStatement, type Statement, statement } from '../statement.ts'
import { type ActivityRow, activityFrom, activityRowOf, ENTRY_COLUMNS, itemStepFrom } from './activity-row.ts'
import { readPage } from './read-page.ts'
import { versionStatements } from './version-statements.ts'

export function activityTable(context: SqlContext): (session: SqlSession) => ActivityTable {
  const ofScope = listStatements(context, false)
  const ofItem = listStatements(context, true)
  const mixed = mixedStatements(context)
  const after = afterStatement(context)
  const newest = newestStatements(context)
  const writtenBetween = writtenBetweenStatement(context)
  const versions = versionStatements(context)
  const append = appendStatement(context)
  return (session) => ({
    list: (projectId, { scope, itemId }, page) =>
      itemId === undefined
        ? readFromNearerEnd(session, ofScope, { projectId, scope, itemId: '' }, page)
        : readFromNearerEnd(session, ofItem, { projectId, scope, itemId }, page),
    listMixed: (projectId, { scopes, itemId, userId }, page) =>
      readFromNearerEnd(
        session,
        mixed(itemId !== undefined, userId !== undefined),
        { projectId, ...arms(scopes), itemId: itemId ?? '', userId: userId ?? 0 },
        page,
      ),
    async listAfter(projectId, scope, place, limit) {
      const rows = await session.all(after, { projectId, scope, place, limit })
      return { items: rows.map(activityFrom), place: rows.at(-1)?.seq ?? place }
    },
    async listNewest(projectId, query, limit) {
      const { scope = '', itemId = '', userId = 0, range, before } = query
      const { from = EARLIEST, to = LATEST, first = 0, last = before } = range ?? {}
      const place = { first, before: Math.min(before, last + 1), limit }
      const rows = await session.all(newest(query), { projectId, from, to, scope, itemId, userId, ...place })
      return { items: rows.map(activityFrom), places: rows.map(({ seq }) => seq) }
    },
    async findRange(projectId, range) {
      const { from = EARLIEST, to = LATEST } = range
      const places = await session.first(writtenBetween, { projectId, from, to })
      if (places?.first == null || places.last == null) return undefined
      return { ...range, first: places.first, last: places.last }
    },
    listVersions: (projectId, item, page) =>
      readPage(session, versions.pages, { projectId, ...item }, page, activityFrom),
    async findVersion(projectId, item, version) {
      const row = await session.first(versions.find, { projectId, ...item, version })
      return row && activityFrom(row)
    },
    async stepsAfter(projectId, scope, places) {
      if (places.length === 0) return []
      const lists = listsText(places.map(({ itemId, version }: ItemVersion) => [itemId, version]))
      return session.items(versions.stepsAfter, { projectId, scope, lists }, itemStepFrom)
    },
    async hasGapAfter(projectId, item, version, besides) {
      // No field has an empty name, so an empty one matches no entry.
      const told = `"field":${JSON.stringify(besides ?? '')}`
      return (await session.first(versions.gapAfter, { projectId, ...item, version, told })) !== undefined
    },
    walkOf: async (projectId, item) => (await session.first(versions.walk, { projectId, ...item }))?.walk ?? 0,
    async append(activity) {
      await session.post(append, activityRowOf(activity))
    },
  })
}

type OfList = ActivityItem & { readonly projectId: number }

type Place = Pick<ActivityRow, 'project_id' | 'scope' | 'seq'>

interface ListStatements<List> {
  readonly count: Statement<List, { readonly count: number }>
  /** Both return the newest entries first. They differ in the end of the index from which they count the offset. */
  readonly fromNewest: Statement<List & PageRequest, ActivityRow>
  readonly fromOldest: Statement<List & PageRequest, ActivityRow>
}

/** Reads the index from the nearer end, so that the last page costs as much as the first. */
async function readFromNearerEnd<List extends object>(
  session: SqlSession,
  { count: counting, fromNewest, fromOldest }: ListStatements<List>,
  list: List,
  { limit, offset }: PageRequest,
): Promise<Page<LoggedActivity>> {
  const count = (await session.first(counting, list))?.count ?? 0
  if (offset >= count) return { count, items: [] }
  const end = Math.min(offset + limit, count)
  const isNewer = offset < count - end
  const items = isNewer
    ? await session.items(fromNewest, { ...list, limit, offset }, activityFrom)
    : await session.items(fromOldest, { ...list, limit: end - offset, offset: count - end }, activityFrom)
  return { count, items }
}

function listStatements({ db }: SqlContext, ofOneItem: boolean): ListStatements<OfList> {
  const entriesOf = (p: OfList) =>
    db
      .selectFrom('activity')
      .where('project_id', '=', p.projectId)
      .where('scope', '=', p.scope)
      .$if(ofOneItem, (entries) => entries.where('item_id', '=', p.itemId))
  const placesOf = (p: OfList & PageRequest, direction: 'asc' | 'desc') =>
    entriesOf(p).select(['project_id', 'scope', 'seq']).orderBy('seq', direction).limit(p.limit).offset(p.offset)
  const page = (p: OfList & PageRequest, direction: 'asc' | 'desc') => entriesAt(db, placesOf(p, direction))
  return {
    count: statement((p: OfList) => entriesOf(p).select(db.fn.countAll<number>().as('count'))),
    fromNewest: statement((p: OfList & PageRequest) => page(p, 'desc')),
    fromOldest: statement((p: OfList & PageRequest) => page(p, 'asc')),
  }
}

/** One kind for each part of the union; parts that are not requested have an empty one. */
type Arms = Readonly<Record<`scope${number}`, string>>

function arms(scopes: readonly string[]): Arms {
  return Object.fromEntries(ACTIVITY_SCOPES.map((scope, arm) => [`scope${arm}`, scopes.includes(scope) ? scope : '']))
}

type OfMixed = Arms & { readonly projectId: number; readonly itemId: string; readonly userId: number }

/** Returns the statements for each way to list several kinds: by id or not, by user or not. */
function mixedStatements(context: SqlContext): (byItem: boolean, byUser: boolean) => ListStatements<OfMixed> {
  const made = [false, true].map((byItem) => [false, true].map((byUser) => mixedList(context, byItem, byUser)))
  return (byItem, byUser) => made[Number(byItem)]?.[Number(byUser)] ?? mixedList(context, byItem, byUser)
}

/** Each kind has an index in the order of writing, and both databases merge these without sorting. */
function mixedList({ db }: SqlContext, byItem: boolean, byUser: boolean): ListStatements<OfMixed> {
  const ofKind = (p: OfMixed, arm: number) =>
    db
      .selectFrom('activity')
      .select(['project_id', 'scope', 'seq'])
      .where('project_id', '=', p.projectId)
      .where('scope', '=', p[`scope${arm}`] ?? '')
      .$if(byItem, (entries) => entries.where('item_id', '=', p.itemId))
      .$if(byUser, (entries) => entries.where('user_id', '=', p.userId))
  const ofKinds = (p: OfMixed) =>
    ACTIVITY_SCOPES.map((_, arm) => ofKind(p, arm)).reduce((all, next) => all.unionAll(next))
  const page = (p: OfMixed & PageRequest, direction: 'asc' | 'desc') =>
    entriesAt(db, ofKinds(p).orderBy('seq', direction).limit(p.limit).offset(p.offset))
  return {
    count: statement((p: OfMixed) =>
      db.selectFrom(ofKinds(p).as('listed')).select(db.fn.countAll<number>().as('count')),
    ),
    fromNewest: statement((p: OfMixed & PageRequest) => page(p, 'desc')),
    fromOldest: statement((p: OfMixed & PageRequest) => page(p, 'asc')),
  }
}

/**
 * Selects entries, the newest first. Only the index is read to find the places; rows, which are large, are read only
 * for those.
 */
function entriesAt(db: SqlContext['db'], places: AliasableExpression<Place>) {
  return (
    db
      .selectFrom(places.as('page'))
      // PostgreSQL finds a row by all three columns. If they were compared with parameters, SQLite would start from the
      // wrong table.
      .innerJoin('activity', (join) =>
        join
          .onRef('activity.project_id', '=', 'page.project_id')
          .onRef('activity.scope', '=', 'page.scope')
          .onRef('activity.seq', '=', 'page.seq'),
      )
      .leftJoin('users as user', 'user.id', 'activity.user_id')
      .select(ENTRY_COLUMNS)
      .orderBy('activity.seq', 'desc')
  )
}

interface AfterPlace {
  readonly projectId: number
  readonly scope: string
  readonly place: number
  readonly limit: number
}

function afterStatement({ db }: SqlContext): Statement<AfterPlace, ActivityRow> {
  return statement((p: AfterPlace) =>
    db
      .selectFrom('activity')
      .leftJoin('users as user', 'user.id', 'activity.user_id')
      .select(ENTRY_COLUMNS)
      .where('activity.project_id', '=', p.projectId)
      .where('activity.scope', '=', p.scope)
      .where('activity.seq', '>', p.place)
      .orderBy('activity.seq')
      .limit(p.limit),
  )
}

/** Bounds of all times in the form of {@link Timestamp}, which databases compare as text. */
const EARLIEST = ''
const LATEST = '9999-12-31T23:59:59.999999Z'

interface Dates {
  readonly projectId: number
  readonly from: string
  readonly to: string
}

/** Selects the first and the last place of entries in a range of time, from an index on the time. */
function writtenBetweenStatement({ db }: SqlContext) {
  return statement((p: Dates) =>
    db
      .selectFrom('activity')
      .where('project_id', '=', p.projectId)
      .where('created_at', '>=', p.from as Timestamp) // `EARLIEST` is compared like one
      .where('created_at', '<', p.to as Timestamp) // `LATEST` is compared like one
      .select((eb) => [eb.fn.min<number | null>('seq').as('first'), eb.fn.max<number | null>('seq').as('last')]),
  )
}

interface BeforePlace extends Dates {
  readonly scope: string
  readonly itemId: string
  readonly userId: number
  /** Selects entries from this place on. */
  readonly first: number
  readonly before: number
  readonly limit: number
}

/** Returns the statements for each of the sixteen ways to list. */
function newestStatements(context: SqlContext): (query: NewestQuery) => Statement<BeforePlace, ActivityRow> {
  const shapeOf = (query: NewestQuery) =>
    Number(query.scope !== undefined) +
    2 * Number(query.itemId !== undefined) +
    4 * Number(query.userId !== undefined) +
    8 * Number(query.range !== undefined)
  const statements = Array.from({ length: 16 }, (_, shape) => newestStatement(context, shape))
  return (query) => statements[shapeOf(query)] ?? newestStatement(context, shapeOf(query))
}

/**
 * Each kind has an index in the order of writing: the newest entries over all kinds are among the newest of each kind.
 */
function newestStatement({ db }: SqlContext, shape: number): Statement<BeforePlace, ActivityRow> {
  const placesOf = (p: BeforePlace, scope: string) =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('activity')
          .select(['project_id', 'scope', 'seq'])
          .where('project_id', '=', p.projectId)
          .where('scope', '=', scope)
          .where('seq', '<', p.before)
          .$if((shape & 2) > 0, (entries) => entries.where('item_id', '=', p.itemId))
          .$if((shape & 4) > 0, (entries) => entries.where('user_id', '=', p.userId))
          .$if(
            (shape & 8) > 0,
            (entries) =>
              entries
                .where('seq', '>=', p.first)
                .where('created_at', '>=', p.from as Timestamp) // `EARLIEST` is compared like one
                .where('created_at', '<', p.to as Timestamp), // `LATEST` is compared like one
          )
          .orderBy('seq', 'desc')
          .limit(p.limit)
          .as('listed'),
      )
      .select(['listed.project_id', 'listed.scope', 'listed.seq'])
  return statement((p: BeforePlace) =>
    entriesAt(
      db,
      ((shape & 1) > 0 ? [p.scope] : ACTIVITY_SCOPES)
        .map((scope) => placesOf(p, scope))
        .reduce((all, next) => all.unionAll(next)),
    ).limit(p.limit),
  )
}

function appendStatement({ db }: SqlContext): Statement<Insertable<ActivityColumns>, unknown> {
  return rowStatement((row: Insertable<ActivityColumns>) => db.insertInto('activity').values(row))
}

import type { Page, PageRequest } from '@flagdeck/core'
import {
  ACTIVITY_SCOPES,
  type ActivityItem,
  type ActivityTable,
  type ItemStep,
  type ItemVersion,
  type LoggedActivity,
  type NewActivity,
  type VersionStep,
} from '@flagdeck/core/store'
import type { Insertable, Selectable } from 'kysely'
import { documentFrom, timestampFrom } from '../column-values.ts'
import { listsText } from '../lists-text.ts'
import type { ActivityColumns, UserColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { decodeText } from '../sql-value.ts'
import { rowStatement, type Statement, statement } from '../statement.ts'
import { readPage } from './read-page.ts'

export function activityTable(context: SqlContext): (session: SqlSession) => ActivityTable {
  const ofScope = listStatements(context, false)
  const ofItem = listStatements(context, true)
  const after = afterStatement(context)
  const newest = newestStatements(context)
  const versions = versionStatements(context)
  const append = appendStatement(context)
  return (session) => ({
    list: (projectId, { scope, itemId }, page) =>
      itemId === undefined
        ? readFromNearerEnd(session, ofScope, { projectId, scope, itemId: '' }, page)
        : readFromNearerEnd(session, ofItem, { projectId, scope, itemId }, page),
    async listAfter(projectId, scope, place, limit) {
      const rows = await session.all(after, { projectId, scope, place, limit })
      return { items: rows.map(activityFrom), place: rows.at(-1)?.seq ?? place }
    },
    async listNewest(projectId, { scope, userId, before }, limit) {
      const kinds = scope ? newest.oneKind : newest.everyKind
      const asked = { projectId, scope: scope ?? '', userId: userId ?? 0, before, limit }
      const rows = await session.all(userId === undefined ? kinds.ofAnybody : kinds.ofUser, asked)
      return { items: rows.map(activityFrom), place: rows.at(-1)?.seq ?? 0 }
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
      // No field is without a name.
      const told = `"field":${JSON.stringify(besides ?? '')}`
      return (await session.first(versions.gapAfter, { projectId, ...item, version, told })) !== undefined
    },
    walkOf: async (projectId, item) => (await session.first(versions.walk, { projectId, ...item }))?.walk ?? 0,
    async append(activity) {
      await session.post(append, rowOf(activity))
    },
  })
}

type ActivityRow = Selectable<Omit<ActivityColumns, 'user_id'>> & {
  readonly [Column in 'first_name' | 'email']: UserColumns[Column] | null
}

type OfList = ActivityItem & { readonly projectId: number }

interface ListStatements {
  readonly count: Statement<OfList, { readonly count: number }>
  /** Both answer newest first; they differ in the end of the index from which they count the offset. */
  readonly fromNewest: Statement<OfList & PageRequest, ActivityRow>
  readonly fromOldest: Statement<OfList & PageRequest, ActivityRow>
}

/** Walks the index from the nearer end, so that the last page costs what the first one does. */
async function readFromNearerEnd(
  session: SqlSession,
  { count: counting, fromNewest, fromOldest }: ListStatements,
  list: OfList,
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

const SHOWN = [
  'activity.seq',
  'activity.id',
  'activity.project_id',
  'activity.verb',
  'activity.scope',
  'activity.item_id',
  'activity.detail',
  'activity.version',
  'activity.undo',
  'activity.state_before',
  'activity.walk',
  'activity.created_at',
  'user.first_name',
  'user.email',
] as const

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
      .select(SHOWN)
      .orderBy('activity.seq', 'desc')
  return {
    count: statement((p: OfList) => entriesOf(p).select(db.fn.countAll<number>().as('count'))),
    fromNewest: statement((p: OfList & PageRequest) => page(p, 'desc')),
    fromOldest: statement((p: OfList & PageRequest) => page(p, 'asc')),
  }
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
      .select(SHOWN)
      .where('activity.project_id', '=', p.projectId)
      .where('activity.scope', '=', p.scope)
      .where('activity.seq', '>', p.place)
      .orderBy('activity.seq')
      .limit(p.limit),
  )
}

interface BeforePlace {
  readonly projectId: number
  readonly scope: string
  readonly userId: number
  readonly before: number
  readonly limit: number
}

function newestStatements(context: SqlContext) {
  const ofKinds = (scopes: readonly string[] | null) => ({
    ofAnybody: newestStatement(context, scopes, false),
    ofUser: newestStatement(context, scopes, true),
  })
  return { oneKind: ofKinds(null), everyKind: ofKinds(ACTIVITY_SCOPES) }
}

/** Each kind has an index in the order of writing: the newest of every kind are among the newest of each. */
function newestStatement(
  { db }: SqlContext,
  scopes: readonly string[] | null,
  ofOneUser: boolean,
): Statement<BeforePlace, ActivityRow> {
  const placesOf = (p: BeforePlace, scope: string) =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('activity')
          .select(['project_id', 'scope', 'seq'])
          .where('project_id', '=', p.projectId)
          .where('scope', '=', scope)
          .where('seq', '<', p.before)
          .$if(ofOneUser, (entries) => entries.where('user_id', '=', p.userId))
          .orderBy('seq', 'desc')
          .limit(p.limit)
          .as('kind'),
      )
      .select(['kind.project_id', 'kind.scope', 'kind.seq'])
  return statement((p: BeforePlace) =>
    db
      .selectFrom(
        (scopes ?? [p.scope])
          .map((scope) => placesOf(p, scope))
          .reduce((all, next) => all.unionAll(next))
          .as('place'),
      )
      .innerJoin('activity', (join) =>
        join
          .onRef('activity.project_id', '=', 'place.project_id')
          .onRef('activity.scope', '=', 'place.scope')
          .onRef('activity.seq', '=', 'place.seq'),
      )
      .leftJoin('users as user', 'user.id', 'activity.user_id')
      .select(SHOWN)
      .orderBy('activity.seq', 'desc')
      .limit(p.limit),
  )
}

/** Versions are written one after the other, so that their numbers are in the order of writing. */
function versionStatements({ db, dialect }: SqlContext) {
  const versionsOf = (p: OfList) =>
    db
      .selectFrom('activity')
      .where('activity.project_id', '=', p.projectId)
      .where('activity.scope', '=', p.scope)
      .where('activity.item_id', '=', p.itemId)
      .where('activity.version', 'is not', null)
  const shownOf = (p: OfList) =>
    versionsOf(p)
      .leftJoin('users as user', 'user.id', 'activity.user_id')
      .select(SHOWN)
      .orderBy('activity.version', 'desc')
  return {
    pages: {
      count: statement((p: OfList) => versionsOf(p).select(db.fn.countAll<number>().as('count'))),
      rows: statement((p: OfList & PageRequest) => shownOf(p).limit(p.limit).offset(p.offset)),
    },
    find: statement((p: OfList & { readonly version: number }) =>
      shownOf(p).where('activity.version', '<=', p.version).limit(1),
    ),
    gapAfter: statement((p: OfList & { readonly version: number; readonly told: string }) =>
      db
        .selectFrom('activity')
        .select('activity.seq')
        .where('activity.project_id', '=', p.projectId)
        .where('activity.scope', '=', p.scope)
        .where('activity.item_id', '=', p.itemId)
        .where('activity.version', 'is', null)
        // Documents are stored without spaces, and a quote inside a text has a backslash before it.
        .where((eb) => eb.not(dialect.contains(eb.ref('activity.detail'), p.told)))
        .where('activity.seq', '>', (eb) =>
          eb.fn.coalesce(
            versionsOf(p)
              .select('activity.seq')
              .where('activity.version', '<=', p.version)
              .orderBy('activity.version', 'desc')
              .limit(1),
            versionsOf(p).select('activity.seq').orderBy('activity.version').limit(1),
          ),
        )
        .limit(1),
    ),
    walk: statement((p: OfList) => versionsOf(p).select('walk').orderBy('version', 'desc').limit(1)),
    stepsAfter: statement((p: Omit<OfList, 'itemId'> & { readonly lists: string }) =>
      db
        .selectFrom(dialect.rows(p.lists, { item_id: 'text', version: 'bigint' }))
        // Of each record by its own index: a keyframe is near, and what is behind it is not read.
        .crossJoin('activity as step')
        .select(['step.item_id', 'step.version', 'step.undo', 'step.state_before'])
        .where('step.project_id', '=', p.projectId)
        .where('step.scope', '=', p.scope)
        .whereRef('step.item_id', '=', 'added.item_id')
        .whereRef('step.version', '>', 'added.version')
        .where((eb) =>
          eb(
            'step.version',
            '<=',
            eb.fn.coalesce(
              eb
                .selectFrom('activity as keyframe')
                .select('keyframe.version')
                .where('keyframe.project_id', '=', p.projectId)
                .where('keyframe.scope', '=', p.scope)
                .whereRef('keyframe.item_id', '=', 'added.item_id')
                .whereRef('keyframe.version', '>', 'added.version')
                .where('keyframe.state_before', 'is not', null)
                .orderBy('keyframe.version')
                .limit(1),
              eb.lit(Number.MAX_SAFE_INTEGER),
            ),
          ),
        )
        .orderBy('step.item_id')
        .orderBy('step.version'),
    ),
  }
}

function appendStatement({ db }: SqlContext): Statement<Insertable<ActivityColumns>, unknown> {
  return rowStatement((row: Insertable<ActivityColumns>) => db.insertInto('activity').values(row))
}

function activityFrom(row: ActivityRow): LoggedActivity {
  return {
    id: row.id,
    projectId: row.project_id,
    user: row.email === null ? null : { firstName: decodeText(row.first_name ?? ''), email: decodeText(row.email) },
    // Only verbs and scopes are ever written to these columns.
    verb: row.verb as LoggedActivity['verb'],
    scope: row.scope as LoggedActivity['scope'],
    itemId: decodeText(row.item_id),
    detail: documentFrom(row.detail),
    step: row.version === null ? null : { ...stepFrom({ ...row, version: row.version }), walk: row.walk ?? 0 },
    createdAt: timestampFrom(row.created_at),
  }
}

type StepRow = Pick<ActivityRow, 'undo' | 'state_before'> & { readonly version: number }

function stepFrom({ version, undo, state_before: before }: StepRow): Omit<VersionStep, 'walk'> {
  return {
    version,
    undo: undo === null ? null : documentFrom(undo),
    before: before === null ? null : documentFrom(before),
  }
}

function itemStepFrom(row: Pick<ActivityRow, 'item_id' | 'version' | 'undo' | 'state_before'>): ItemStep {
  // The query compares it, so it is not null.
  return { itemId: decodeText(row.item_id), ...stepFrom({ ...row, version: row.version ?? 0 }) }
}

function rowOf(activity: NewActivity): Insertable<ActivityColumns> {
  const { step } = activity
  return {
    id: activity.id,
    project_id: activity.projectId,
    user_id: activity.userId,
    verb: activity.verb,
    scope: activity.scope,
    item_id: activity.itemId,
    detail: JSON.stringify(activity.detail),
    version: step?.version ?? null,
    undo: step?.undo ? JSON.stringify(step.undo) : null,
    state_before: step?.before ? JSON.stringify(step.before) : null,
    walk: step?.walk ?? null,
    created_at: activity.createdAt,
  }
}

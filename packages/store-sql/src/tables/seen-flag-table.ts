import { epochMsOf, type SeenFlag, type SeenFlagTable, timestampOf, type UnknownFlag } from '@flagdeck/core/store'
import { type Selectable, sql } from 'kysely'
import { timestampFrom } from '../column-values.ts'
import { listsText } from '../lists-text.ts'
import type { SeenFlagColumns, UnknownFlagColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { decodeText } from '../sql-value.ts'
import { statement } from '../statement.ts'
import { NOT_DELETED } from './not-deleted.ts'
import { placeLock } from './place-lock.ts'

const MINUTE_MS = 60_000

export function seenFlagTable(context: SqlContext): (session: SqlSession) => SeenFlagTable {
  const { find, findMany, listUnknown, countUnknown, known } = lookUps(context)
  const { note, moveLastCalledAtOfRenamed, moveLastCalledAt, noteUnknown, deleteUnknownBefore } = changes(context)
  const lockPlace = placeLock(context)

  /** Returns the flags of one project that are already stored as unknown, and further ones up to `maxRows`. */
  async function admitted(session: SqlSession, projectId: number, flags: readonly UnknownFlag[], maxRows: number) {
    await lockPlace(session, `unknown_flags/${projectId}`)
    const flagKeys = flags.map(({ flagKey }) => flagKey)
    const rows = await session.all(known, { projectId, flagKeys })
    const stored = new Set(rows.map((row) => decodeText(row.flag_key)))
    let room = maxRows - ((await session.first(countUnknown, { projectId }))?.count ?? 0)
    return flags.filter(({ flagKey }) => stored.has(flagKey) || room-- > 0)
  }

  return (session) => ({
    async find(projectId, flagKey) {
      const row = await session.first(find, { projectId, flagKey })
      return row && seenFlagFrom(row)
    },
    findMany: (projectId, flagKeys) => session.items(findMany, { projectId, flagKeys }, seenFlagFrom),
    listUnknown: (projectId, limit) => session.items(listUnknown, { projectId, limit }, unknownFlagFrom),
    async note(seen) {
      await session.run(note, { lists: listsText(seen.map(valuesOfSeen)) })
      const calls = { lists: listsText(seen.map(valuesOfCall)) }
      await session.run(moveLastCalledAtOfRenamed, calls)
      await session.run(moveLastCalledAt, calls)
    },
    async noteUnknown(unknown, maxRows) {
      const projectIds = [...new Set(unknown.map(({ projectId }) => projectId))].sort((a, b) => a - b)
      for (const projectId of projectIds) {
        const flags = unknown.filter((flag) => flag.projectId === projectId)
        const rows = await admitted(session, projectId, flags, maxRows)
        await session.run(noteUnknown, { lists: listsText(rows.map(valuesOfUnknown)) })
      }
    },
    deleteUnknownBefore: (lastSeen) => session.run(deleteUnknownBefore, { lastSeen }),
  })
}

function lookUps({ db, dialect }: SqlContext) {
  const unknownOf = (p: { projectId: number }) => db.selectFrom('unknown_flags').where('project_id', '=', p.projectId)
  return {
    find: statement((p: { projectId: number; flagKey: string }) =>
      db.selectFrom('seen_flags').selectAll().where('project_id', '=', p.projectId).where('flag_key', '=', p.flagKey),
    ),
    findMany: statement((p: { projectId: number; flagKeys: readonly string[] }) =>
      db
        .selectFrom('seen_flags')
        .selectAll()
        .where('project_id', '=', p.projectId)
        .where(dialect.isOneOf(sql.ref('flag_key'), p.flagKeys, 'text'))
        .orderBy('flag_key'),
    ),
    listUnknown: statement((p: { projectId: number; limit: number }) =>
      unknownOf(p).selectAll().orderBy('n', 'desc').orderBy('flag_key').limit(p.limit),
    ),
    countUnknown: statement((p: { projectId: number }) => unknownOf(p).select(db.fn.countAll<number>().as('count'))),
    known: statement((p: { projectId: number; flagKeys: readonly string[] }) =>
      unknownOf(p)
        .select('flag_key')
        .where(dialect.isOneOf(sql.ref('flag_key'), p.flagKeys, 'text')),
    ),
  }
}

function changes(context: SqlContext) {
  const { db, dialect } = context
  return {
    // In the order of the key, so that two transactions that record the same flags do not deadlock.
    note: statement((p: { lists: string }) =>
      db
        .insertInto('seen_flags')
        .columns(SEEN_COLUMNS)
        .expression((eb) =>
          eb.selectFrom(dialect.rows(p.lists, SEEN_ROW)).select(SEEN_COLUMNS).orderBy('project_id').orderBy('flag_key'),
        )
        .onConflict((conflict) =>
          conflict.columns(['project_id', 'flag_key']).doUpdateSet({
            first_seen: earlier('seen_flags'),
            last_seen: ofLatest('seen_flags', 'last_seen'),
            last_variant: ofLatest('seen_flags', 'last_variant'),
            last_sdk: ofLatest('seen_flags', 'last_sdk'),
          }),
        ),
    ),
    // Two statements, each with its own index. If one statement compared both names, SQLite would read all flags of the
    // project for each called flag.
    moveLastCalledAtOfRenamed: movedLastCalledAt(context, (eb) => eb('flags.usage_key', '=', eb.ref('added.flag_key'))),
    moveLastCalledAt: movedLastCalledAt(context, (eb) =>
      eb.and([eb('flags.usage_key', 'is', null), eb('flags.key', '=', eb.ref('added.flag_key'))]),
    ),
    noteUnknown: statement((p: { lists: string }) =>
      db
        .insertInto('unknown_flags')
        .columns(UNKNOWN_COLUMNS)
        .expression((eb) =>
          eb
            .selectFrom(dialect.rows(p.lists, UNKNOWN_ROW))
            .select(UNKNOWN_COLUMNS)
            .orderBy('project_id')
            .orderBy('flag_key'),
        )
        .onConflict((conflict) =>
          conflict.columns(['project_id', 'flag_key']).doUpdateSet((eb) => ({
            n: eb('unknown_flags.n', '+', eb.ref('excluded.n')),
            first_seen: earlier('unknown_flags'),
            last_seen: ofLatest('unknown_flags', 'last_seen'),
            last_sdk: ofLatest('unknown_flags', 'last_sdk'),
          })),
        ),
    ),
    deleteUnknownBefore: statement((p: { lastSeen: string }) =>
      db.deleteFrom('unknown_flags').where('last_seen', '<', p.lastSeen),
    ),
  }
}

type CalledFlags = ReturnType<typeof calledFlags>

/** Pairs flags with calls of the same project. */
function calledFlags({ db, dialect }: SqlContext, lists: string) {
  return db
    .updateTable('flags')
    .from(dialect.rows(lists, CALL_ROW))
    .whereRef('flags.project_id', '=', 'added.project_id')
}

/** Advances the time of the last call of live flags; `isCounted` is the condition for a call to count for a flag. */
function movedLastCalledAt(context: SqlContext, isCounted: Parameters<CalledFlags['where']>[0]) {
  return statement((p: { lists: string }) =>
    calledFlags(context, p.lists)
      .set((eb) => ({ last_called_at: eb.ref('added.called_at') }))
      .where(isCounted)
      .where('flags.deleted', '=', NOT_DELETED)
      .where(sql<boolean>`added.called_at > coalesce(flags.usage_reset_at, '')`)
      .where((eb) =>
        eb.or([eb('flags.last_called_at', 'is', null), eb('flags.last_called_at', '<', eb.ref('added.minute_before'))]),
      ),
  )
}

type SeenTable = 'seen_flags' | 'unknown_flags'

/** Returns SQL for the earlier of the stored and the added `first_seen`. */
function earlier(table: SeenTable) {
  const stored = sql.ref(`${table}.first_seen`)
  return sql<string>`case when excluded.first_seen < ${stored} then excluded.first_seen else ${stored} end`
}

/** Returns SQL for the stored or the added value of the column, from the row that was seen later. */
function ofLatest(table: SeenTable, column: 'last_seen' | 'last_variant' | 'last_sdk') {
  const stored = sql.ref(`${table}.${column}`)
  return sql<string>`case when excluded.last_seen > ${sql.ref(`${table}.last_seen`)} then ${sql.ref(`excluded.${column}`)} else ${stored} end`
}

const SEEN_ROW = {
  project_id: 'bigint',
  flag_key: 'text',
  first_seen: 'text',
  last_seen: 'text',
  last_variant: 'text',
  last_sdk: 'text',
} as const
const SEEN_COLUMNS = ['project_id', 'flag_key', 'first_seen', 'last_seen', 'last_variant', 'last_sdk'] as const

const CALL_ROW = { project_id: 'bigint', flag_key: 'text', called_at: 'text', minute_before: 'text' } as const

const UNKNOWN_ROW = {
  project_id: 'bigint',
  flag_key: 'text',
  n: 'bigint',
  first_seen: 'text',
  last_seen: 'text',
  last_sdk: 'text',
} as const
const UNKNOWN_COLUMNS = ['project_id', 'flag_key', 'n', 'first_seen', 'last_seen', 'last_sdk'] as const

function valuesOfSeen(flag: SeenFlag): readonly (string | number)[] {
  return [flag.projectId, flag.flagKey, flag.firstSeen, flag.lastSeen, flag.lastVariant, flag.lastSdk]
}

function valuesOfCall({ projectId, flagKey, lastSeen }: SeenFlag): readonly (string | number)[] {
  return [projectId, flagKey, lastSeen, timestampOf(epochMsOf(lastSeen) - MINUTE_MS)]
}

function valuesOfUnknown(flag: UnknownFlag): readonly (string | number)[] {
  return [flag.projectId, flag.flagKey, flag.count, flag.firstSeen, flag.lastSeen, flag.lastSdk]
}

function seenFlagFrom(row: Selectable<SeenFlagColumns>): SeenFlag {
  return {
    projectId: row.project_id,
    flagKey: decodeText(row.flag_key),
    firstSeen: timestampFrom(row.first_seen),
    lastSeen: timestampFrom(row.last_seen),
    lastVariant: decodeText(row.last_variant),
    lastSdk: decodeText(row.last_sdk),
  }
}

function unknownFlagFrom(row: Selectable<UnknownFlagColumns>): UnknownFlag {
  return {
    projectId: row.project_id,
    flagKey: decodeText(row.flag_key),
    count: row.n,
    firstSeen: timestampFrom(row.first_seen),
    lastSeen: timestampFrom(row.last_seen),
    lastSdk: decodeText(row.last_sdk),
  }
}

import {
  type StoredUserSet,
  type UserSetKey,
  type UserSetQuery,
  type UserSetTable,
  yieldToOthers,
} from '@flagdeck/core/store'
import { type Selectable, sql } from 'kysely'
import type { UserSetColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { decodeText } from '../sql-value.ts'
import { rowStatement, type Statement, statement } from '../statement.ts'
import { placeLock } from './place-lock.ts'
import { queryShapes } from './query-shape.ts'
import { usageDeletion } from './usage-deletion.ts'

/** The number of statements that are sent together. A set is 12 KiB, so one statement does not contain several. */
const SENT_AT_ONCE = 100

const KEY = ['project_id', 'measure', 'period', 'flag_key', 'start', 'variant'] as const

export function userSetTable(context: SqlContext): (session: SqlSession) => UserSetTable {
  const listStatement = madeOnceForEach((query) => listOf(context, query))
  const lockPlace = placeLock(context)
  const { find, save, deleteBefore } = keyed(context)
  return (session) => ({
    async list(projectId, query) {
      return session.items(listStatement(query), { ...query, projectId }, userSetFrom)
    },
    async lock(keys) {
      // One lock for all sets of a project: there may be thousands of them, and transactions that add users add to
      // many.
      const projectIds = [...new Set(keys.map(({ projectId }) => projectId))].sort((a, b) => a - b)
      for (const projectId of projectIds) await lockPlace(session, `user_sets/${projectId}`)
      const found = await sendAll(keys, (key) => session.first(find, keyOf(key)))
      return found.flatMap((row) => (row ? [userSetFrom(row)] : []))
    },
    async save(sets) {
      await sendAll(sets, (set) => session.run(save, { ...keyOf(set), users: set.users }))
    },
    deleteBefore: (period, start, limit) => session.run(deleteBefore, { period, start, limit }),
  })
}

async function sendAll<Item, Answer>(items: readonly Item[], send: (item: Item) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let at = 0; at < items.length; at += SENT_AT_ONCE) {
    if (at > 0) await yieldToOthers()
    answers.push(...(await Promise.all(items.slice(at, at + SENT_AT_ONCE).map(send))))
  }
  return answers
}

const { inShapeOf, madeOnceForEach } = queryShapes<UserSetQuery>([])

type ListParameters = UserSetQuery & { readonly projectId: number }

function listOf(
  { db, dialect }: SqlContext,
  query: UserSetQuery,
): Statement<ListParameters, Selectable<UserSetColumns>> {
  return statement((p: ListParameters) => {
    const { measure, period, from, until, flagKeys, variants } = inShapeOf(query, p)
    let sets = db
      .selectFrom('user_sets')
      .selectAll()
      .where('project_id', '=', p.projectId)
      .where('measure', '=', measure)
      .where('period', '=', period)
      .where('start', '>=', from)
      .where('start', '<', until)
    if (flagKeys) sets = sets.where(dialect.isOneOf(sql.ref('flag_key'), flagKeys, 'text'))
    if (variants) sets = sets.where(dialect.isOneOf(sql.ref('variant'), variants, 'text'))
    return sets.orderBy('start').orderBy('flag_key').orderBy('variant')
  })
}

type KeyColumns = Omit<UserSetColumns, 'users'>

function keyed(context: SqlContext) {
  const { db } = context
  return {
    find: statement((p: KeyColumns) =>
      db
        .selectFrom('user_sets')
        .selectAll()
        .where('project_id', '=', p.project_id)
        .where('measure', '=', p.measure)
        .where('period', '=', p.period)
        .where('flag_key', '=', p.flag_key)
        .where('start', '=', p.start)
        .where('variant', '=', p.variant),
    ),
    save: rowStatement((row: UserSetColumns) =>
      db
        .insertInto('user_sets')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns([...KEY]).doUpdateSet((eb) => ({ users: eb.ref('excluded.users') })),
        ),
    ),
    deleteBefore: usageDeletion(context, 'user_sets', KEY),
  }
}

function keyOf({ projectId, measure, period, flagKey, start, variant }: UserSetKey): KeyColumns {
  return { project_id: projectId, measure, period, flag_key: flagKey, start, variant }
}

function userSetFrom(row: Selectable<UserSetColumns>): StoredUserSet {
  return {
    projectId: row.project_id,
    // Only measures and periods are written to these columns.
    measure: row.measure as StoredUserSet['measure'],
    period: row.period as StoredUserSet['period'],
    flagKey: decodeText(row.flag_key),
    start: decodeText(row.start),
    variant: decodeText(row.variant),
    // Drivers return a subclass.
    users: new Uint8Array(row.users),
  }
}

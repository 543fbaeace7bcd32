import { type FlagTable, SerializationFailure } from '@flagdeck/core/store'
import { type Insertable, sql, type UpdateQueryBuilder } from 'kysely'
import { booleanFrom } from '../column-values.ts'
import type { FlagColumns } from '../flag-columns.ts'
import type { Schema } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { decodeText } from '../sql-value.ts'
import { statement } from '../statement.ts'
import { flagList } from './flag-list.ts'
import { flagFrom, flagRowOf, flagsWithUsers, WRITTEN_COLUMNS } from './flag-row.ts'
import { idCounter } from './id-counter.ts'
import { insertedId } from './inserted-id.ts'
import { NOT_DELETED } from './not-deleted.ts'

export function flagTable(context: SqlContext): (session: SqlSession) => FlagTable {
  const {
    find,
    findLiveByKey,
    findAllByKey,
    listLive,
    listEncrypted,
    listOnCohorts,
    changedSince,
    listUsageKeys,
    findAllByKeys,
    listLiveAfter,
    listLiveKeysAfter,
    findLiveKeysAfter,
  } = lookUps(context)
  const { insert, insertAs, update, replace } = changes(context)
  const reserveIds = idCounter(context, 'flags')
  const list = flagList(context)
  return (session) => ({
    async find(projectId, flagId) {
      const row = await session.first(find, { projectId, flagId })
      return row && flagFrom(row)
    },
    async findLiveByKey(projectId, key) {
      const row = await session.first(findLiveByKey, { projectId, key })
      return row && flagFrom(row)
    },
    findAllByKey: (projectId, key) => session.items(findAllByKey, { projectId, key }, flagFrom),
    findAllByKeys: async (projectId, keys) =>
      (await session.items(findAllByKeys, { projectId, keys }, flagFrom)).toSorted((a, b) => a.id - b.id),
    listLiveAfter: (projectId, key, limit) => session.items(listLiveAfter, { projectId, key, limit }, flagFrom),
    listLiveKeysAfter: async (projectId, key, limit, search) => {
      const rows =
        search === undefined
          ? await session.all(listLiveKeysAfter, { projectId, key, limit })
          : await session.all(findLiveKeysAfter, { projectId, key, limit, search })
      return rows.map((row) => decodeText(row.key))
    },
    list: (projectId, query, page) => list(session, projectId, query, page),
    listEncrypted: (afterId, limit) => session.items(listEncrypted, { afterId, limit }, flagFrom),
    listLive: (projectId) => session.items(listLive, { projectId }, flagFrom),
    listOnCohorts: (projectId) => session.items(listOnCohorts, { projectId }, flagFrom),
    changedSince: (projectId, projectVersion) => session.items(changedSince, { projectId, projectVersion }, flagFrom),
    listUsageKeys: async (projectId, names) =>
      (await session.all(listUsageKeys, { projectId, names })).map(
        ({ key, deleted, usage_key: usageKey, usage_origin: origin }) => ({
          key: decodeText(key),
          deleted: booleanFrom(deleted),
          usageKey: decodeText(usageKey ?? ''),
          usageOrigin: origin === null ? null : decodeText(origin),
        }),
      ),
    reserveId: async () => (await reserveIds(session, 1))[0] ?? insertedId(undefined),
    reserveIds: async (count) => (count === 0 ? [] : reserveIds(session, count)),
    async insert({ id, ...flag }, index) {
      const row = flagRowOf(flag, index)
      if (id === undefined) return { ...flag, id: insertedId(await session.first(insert, row)) }
      await session.post(insertAs, { ...row, id })
      return { ...flag, id }
    },
    async update(flag, index, expectedVersion) {
      return (await session.run(update, { ...flagRowOf(flag, index), id: flag.id, expectedVersion })) > 0
    },
    async replace(flag, index, expectedVersion) {
      const row = { ...flagRowOf(flag, index), id: flag.id, expectedVersion }
      if (replace) await session.post(replace, row)
      else if ((await session.run(update, row)) === 0) throw new SerializationFailure()
    },
  })
}

/**
 * A text that every document with a filter on a cohort contains, because JSON is stored as `JSON.stringify` writes it.
 */
const ON_COHORTS = '%"cohort"%'

interface OfProject {
  readonly projectId: number
}

interface KeysAfter extends OfProject {
  readonly key: string
  readonly limit: number
}

function lookUps(context: SqlContext) {
  const flagsOf = (p: OfProject) => flagsWithUsers(context).where('flag.project_id', '=', p.projectId)
  const renamedBy = (column: 'key' | 'usage_key' | 'usage_origin', p: OfProject & { names: readonly string[] }) =>
    context.db
      .selectFrom('flags')
      .select(['key', 'deleted', 'usage_key', 'usage_origin'])
      .where('project_id', '=', p.projectId)
      .where('usage_key', 'is not', null)
      .where(context.dialect.isOneOf(sql.ref(column), p.names, 'text'))
  const liveFlagsOf = (p: OfProject) => flagsOf(p).where('flag.deleted', '=', NOT_DELETED)
  const liveKeysAfter = ({ projectId, key, limit }: KeysAfter) =>
    context.db
      .selectFrom('flags as flag')
      .select('flag.key')
      .where('flag.project_id', '=', projectId)
      .where('flag.deleted', '=', NOT_DELETED)
      .where('flag.key', '>', key)
      .orderBy('flag.key')
      .limit(limit)
  return {
    find: statement((p: OfProject & { flagId: number }) => flagsOf(p).where('flag.id', '=', p.flagId)),
    findLiveByKey: statement((p: OfProject & { key: string }) => liveFlagsOf(p).where('flag.key', '=', p.key)),
    findAllByKey: statement((p: OfProject & { key: string }) =>
      flagsOf(p).where('flag.key', '=', p.key).orderBy('flag.id'),
    ),
    // Sorted by the caller: otherwise SQLite would read all flags of the project in the order of their ids.
    findAllByKeys: statement((p: OfProject & { keys: readonly string[] }) =>
      flagsOf(p).where(context.dialect.isOneOf(sql.ref('flag.key'), p.keys, 'text')),
    ),
    listLiveAfter: statement((p: OfProject & { key: string; limit: number }) =>
      liveFlagsOf(p).where('flag.key', '>', p.key).orderBy('flag.key').limit(p.limit),
    ),
    listLiveKeysAfter: statement((p: KeysAfter) => liveKeysAfter(p)),
    findLiveKeysAfter: statement((p: KeysAfter & { search: string }) =>
      liveKeysAfter(p).where(context.dialect.contains(sql.ref('flag.search_text'), p.search)),
    ),
    listLive: statement((p: OfProject) => liveFlagsOf(p).orderBy('flag.id')),
    listOnCohorts: statement((p: OfProject) =>
      liveFlagsOf(p).where('flag.filters', 'like', sql.lit(ON_COHORTS)).orderBy('flag.id'),
    ),
    changedSince: statement((p: OfProject & { projectVersion: number }) =>
      flagsOf(p).where('flag.project_version', '>', p.projectVersion).orderBy('flag.id'),
    ),
    // Three look-ups instead of one with an "or", so that each uses its own index.
    listUsageKeys: statement((p: OfProject & { names: readonly string[] }) =>
      renamedBy('key', p)
        .union(renamedBy('usage_key', p))
        .union(renamedBy('usage_origin', p))
        .orderBy('usage_key')
        .orderBy('key'),
    ),
    listEncrypted: statement((p: { afterId: number; limit: number }) =>
      flagsWithUsers(context)
        .where('flag.has_encrypted_payloads', '=', sql.lit(true))
        .where('flag.id', '>', p.afterId)
        .orderBy('flag.id')
        .limit(p.limit),
    ),
  }
}

type UpdatedRow = Insertable<FlagColumns> & { readonly id: number; readonly expectedVersion: number }

function changes({ db, dialect }: SqlContext) {
  const insert = (p: Insertable<FlagColumns>, columns: readonly (keyof FlagColumns)[]) =>
    db.insertInto('flags').values(valuesOf(p, columns))
  const update = (p: UpdatedRow) =>
    db
      .updateTable('flags')
      .set(valuesOf(p, CHANGEABLE_COLUMNS))
      .set({ last_called_at: calledSinceReset(p) })
      .where('project_id', '=', p.project_id)
      .where('id', '=', p.id)
      .where('version', '=', p.expectedVersion)
  return {
    insert: statement((p: Insertable<FlagColumns>) => insert(p, WRITTEN_COLUMNS).returning('id')),
    insertAs: statement((p: Insertable<FlagColumns> & { readonly id: number }) =>
      insert(p, ['id', ...WRITTEN_COLUMNS]),
    ),
    update: statement(update),
    replace: dialect.canChangeInWith ? orFail(db, update) : undefined,
  }
}

/**
 * Returns the update as a statement that fails if it changes no row. Callers then need not wait for the number of
 * changed rows. The driver treats a division by zero as a conflict.
 */
function orFail(
  db: SqlContext['db'],
  update: (p: UpdatedRow) => UpdateQueryBuilder<Schema, 'flags', 'flags', unknown>,
) {
  return statement((p: UpdatedRow) =>
    db
      .with('changed', () => update(p).returning('id'))
      .selectFrom('changed')
      .select(({ fn }) => sql<number>`1 / ${fn.countAll()}`.as('one')),
  )
}

const UNCHANGEABLE: readonly (keyof FlagColumns)[] = ['project_id', 'created_by_id', 'last_called_at']

/** Returns SQL for the time of the last call, or null if the usage was reset since. */
function calledSinceReset(p: UpdatedRow) {
  const calledAt = sql.ref('last_called_at')
  return sql<string | null>`case when ${calledAt} > coalesce(${p.usage_reset_at}, '') then ${calledAt} end`
}

/** The columns that an update replaces. The time of the last call is written at any time, without a new version. */
const CHANGEABLE_COLUMNS = WRITTEN_COLUMNS.filter((column) => !UNCHANGEABLE.includes(column))

/**
 * Returns some columns of a row. They are listed one by one, because a row cannot be enumerated while a statement is
 * built.
 */
function valuesOf(row: Insertable<FlagColumns>, columns: readonly (keyof FlagColumns)[]): Insertable<FlagColumns> {
  return Object.fromEntries(
    columns.map((column) => [column, row[column as keyof typeof row]]),
  ) as unknown as Insertable<FlagColumns> // the requested columns
}

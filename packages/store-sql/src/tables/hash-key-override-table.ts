import type { HashKeyOverride, HashKeyOverrideTable } from '@flagdeck/core/store'
import { sql } from 'kysely'
import type { HashKeyOverrideColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { decodeText } from '../sql-value.ts'
import { statement } from '../statement.ts'

interface OfPerson {
  readonly projectId: number
  readonly distinctId: string
}

export function hashKeyOverrideTable(context: SqlContext): (session: SqlSession) => HashKeyOverrideTable {
  const { list, listOfEach, insert, remove } = statements(context)
  return (session) => ({
    async list(projectId, distinctId) {
      return session.items(list, { projectId, distinctId }, overrideFrom)
    },
    async listOfEach(projectId, distinctIds) {
      const rows = await session.all(listOfEach, { projectId, distinctIds })
      const byPerson = Map.groupBy(rows, (row) => decodeText(row.distinct_id))
      return new Map([...byPerson].map(([id, own]) => [id, own.map(overrideFrom)]))
    },
    async add(projectId, distinctId, overrides) {
      for (const [hashKey, flagKeys] of flagKeysByHashKey(overrides)) {
        await session.run(insert, { projectId, distinctId, hashKey, flagKeys })
      }
    },
    delete: async (projectId, distinctId) => (await session.run(remove, { projectId, distinctId })) > 0,
  })
}

function statements({ db, dialect }: SqlContext) {
  return {
    list: statement((p: OfPerson) =>
      db
        .selectFrom('hash_key_overrides')
        .select(['flag_key', 'hash_key'])
        .where('project_id', '=', p.projectId)
        .where('distinct_id', '=', p.distinctId)
        .orderBy('flag_key'),
    ),
    listOfEach: statement((p: { projectId: number; distinctIds: readonly string[] }) =>
      db
        .selectFrom('hash_key_overrides')
        .select(['distinct_id', 'flag_key', 'hash_key'])
        .where('project_id', '=', p.projectId)
        .where(dialect.isOneOf(sql.ref('distinct_id'), p.distinctIds, 'text'))
        .orderBy('distinct_id')
        .orderBy('flag_key'),
    ),
    insert: statement((p: OfPerson & { flagKeys: readonly string[]; hashKey: string }) =>
      db
        .insertInto('hash_key_overrides')
        .columns(['project_id', 'distinct_id', 'flag_key', 'hash_key'])
        .expression((eb) =>
          eb
            .selectFrom(dialect.elements(p.flagKeys, 'text'))
            .select([
              eb.val(p.projectId).as('project_id'),
              eb.val(p.distinctId).as('distinct_id'),
              'element.value',
              eb.val(p.hashKey).as('hash_key'),
            ])
            // Without a condition, SQLite would parse `on conflict` as part of a join.
            .where(sql.lit(true)),
        )
        .onConflict((conflict) => conflict.doNothing()),
    ),
    remove: statement((p: OfPerson) =>
      db.deleteFrom('hash_key_overrides').where('project_id', '=', p.projectId).where('distinct_id', '=', p.distinctId),
    ),
  }
}

function overrideFrom(row: Pick<HashKeyOverrideColumns, 'flag_key' | 'hash_key'>): HashKeyOverride {
  return { flagKey: decodeText(row.flag_key), hashKey: decodeText(row.hash_key) }
}

/**
 * Returns the flags for each hash key, of which there is rarely more than one. The first of several overrides of a flag
 * counts. Sorted, so that two transactions that add the same flags do not deadlock.
 */
function flagKeysByHashKey(overrides: readonly HashKeyOverride[]): ReadonlyMap<string, readonly string[]> {
  const byFlagKey = new Map([...overrides].reverse().map(({ flagKey, hashKey }) => [flagKey, hashKey]))
  const byHashKey = new Map<string, string[]>()
  for (const [flagKey, hashKey] of [...byFlagKey].sort())
    byHashKey.set(hashKey, [...(byHashKey.get(hashKey) ?? []), flagKey])
  return byHashKey
}

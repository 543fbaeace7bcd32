import type { Group, GroupTable } from '@flagdeck/core'
import { sql } from 'kysely'
import { documentFrom, timestampFrom } from '../column-values.ts'
import type { GroupColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { decodeText } from '../sql-value.ts'
import { rowStatement, statement } from '../statement.ts'
import { endOfPrefix } from './end-of-prefix.ts'
import { hasKeyAmong } from './has-key-among.ts'
import { placeLock } from './place-lock.ts'
import { type PageStatements, readPage } from './read-page.ts'

export function groupTable(context: SqlContext): (session: SqlSession) => GroupTable {
  const { find, findLocked, after } = lookUps(context)
  const { save, remove, removeSome } = changes(context)
  const rangeToEnd = pages(context, false)
  const range = pages(context, true)
  const lockPlace = placeLock(context)
  return (session) => ({
    find: async (projectId, typeIndex, key) => groupFrom(await session.first(find, { projectId, typeIndex, key })),
    list(projectId, typeIndex, prefix, page) {
      const end = endOfPrefix(prefix)
      const parameters = { projectId, typeIndex, prefix, end: end ?? '' }
      return readPage(session, end === undefined ? rangeToEnd : range, parameters, page, existingGroupFrom)
    },
    after: async (projectId, typeIndex, afterKey, limit) =>
      (await session.all(after, { projectId, typeIndex, afterKey, limit })).map(existingGroupFrom),
    async lock(projectId, typeIndex, key) {
      await lockPlace(session, `groups/${projectId}/${typeIndex}/${key}`)
      return groupFrom(await session.first(findLocked, { projectId, typeIndex, key }))
    },
    async save(group) {
      await session.run(save, rowOf(group))
    },
    delete: async (projectId, typeIndex, key) => (await session.run(remove, { projectId, typeIndex, key })) > 0,
    deleteSome: (projectId, typeIndex, limit) => session.run(removeSome, { projectId, typeIndex, limit }),
  })
}

interface OfType {
  readonly projectId: number
  readonly typeIndex: number
}

type OneGroup = OfType & { readonly key: string }

function lookUps({ db, dialect }: SqlContext) {
  const groupsOf = (p: OfType) =>
    db
      .selectFrom('groups')
      .selectAll()
      .where('project_id', '=', p.projectId)
      .where('group_type_index', '=', p.typeIndex)
  const one = (p: OneGroup) => groupsOf(p).where('key', '=', p.key)
  return {
    find: statement((p: OneGroup) => one(p)),
    findLocked: statement((p: OneGroup) => one(p).modifyEnd(sql.raw(dialect.rowLock))),
    after: statement((p: OfType & { afterKey: string; limit: number }) =>
      groupsOf(p).where('key', '>', p.afterKey).orderBy('key').limit(p.limit),
    ),
  }
}

type Range = OfType & { readonly prefix: string; readonly end: string }

function pages({ db }: SqlContext, hasEnd: boolean): PageStatements<Range, GroupColumns> {
  const inRange = (p: Range) =>
    db
      .selectFrom('groups')
      .where('project_id', '=', p.projectId)
      .where('group_type_index', '=', p.typeIndex)
      .where('key', '>=', p.prefix)
      .$if(hasEnd, (groups) => groups.where('key', '<', p.end))
  return {
    count: statement((p) => inRange(p).select(db.fn.countAll<number>().as('count'))),
    // The index alone finds the page; the rows, which may be large, are read only for that.
    rows: statement((p) =>
      db
        .selectFrom(
          inRange(p)
            .select(['project_id', 'group_type_index', 'key'])
            .orderBy('key')
            .limit(p.limit)
            .offset(p.offset)
            .as('page'),
        )
        .innerJoin('groups as group', (join) =>
          join
            .onRef('group.project_id', '=', 'page.project_id')
            .onRef('group.group_type_index', '=', 'page.group_type_index')
            .onRef('group.key', '=', 'page.key'),
        )
        .selectAll('group')
        .orderBy('group.key'),
    ),
  }
}

function changes({ db }: SqlContext) {
  return {
    save: rowStatement((row: GroupColumns) =>
      db
        .insertInto('groups')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['project_id', 'group_type_index', 'key']).doUpdateSet((eb) => ({
            properties: eb.ref('excluded.properties'),
            updated_at: eb.ref('excluded.updated_at'),
          })),
        ),
    ),
    remove: statement((p: OneGroup) =>
      db
        .deleteFrom('groups')
        .where('project_id', '=', p.projectId)
        .where('group_type_index', '=', p.typeIndex)
        .where('key', '=', p.key),
    ),
    removeSome: statement((p: OfType & { limit: number }) =>
      db
        .deleteFrom('groups')
        .where((eb) =>
          hasKeyAmong(
            ['project_id', 'group_type_index', 'key'],
            eb
              .selectFrom('groups as some')
              .select(['some.project_id', 'some.group_type_index', 'some.key'])
              .where('some.project_id', '=', p.projectId)
              .where('some.group_type_index', '=', p.typeIndex)
              .orderBy('some.key')
              .limit(p.limit),
          ),
        ),
    ),
  }
}

function groupFrom(row: GroupColumns | undefined): Group | undefined {
  return row && existingGroupFrom(row)
}

function existingGroupFrom(row: GroupColumns): Group {
  return {
    projectId: row.project_id,
    groupTypeIndex: row.group_type_index,
    key: decodeText(row.key),
    properties: documentFrom(row.properties),
    createdAt: timestampFrom(row.created_at),
    updatedAt: timestampFrom(row.updated_at),
  }
}

function rowOf(group: Group): GroupColumns {
  return {
    project_id: group.projectId,
    group_type_index: group.groupTypeIndex,
    key: group.key,
    properties: JSON.stringify(group.properties),
    created_at: group.createdAt,
    updated_at: group.updatedAt,
  }
}

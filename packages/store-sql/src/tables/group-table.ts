import type { Group } from '@flagdeck/core'
import type { GroupTable } from '@flagdeck/core/store'
import { documentFrom, timestampFrom } from '../column-values.ts'
import type { GroupColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { decodeText } from '../sql-value.ts'
import { statement } from '../statement.ts'
import { hasKeyAmong } from './has-key-among.ts'
import { foundBy } from './keyed-pages.ts'
import { keyedRows } from './keyed-rows.ts'

const GROUPS = { name: 'groups', scope: ['project_id', 'group_type_index'], key: 'key' } as const

export function groupTable(context: SqlContext): (session: SqlSession) => GroupTable {
  const groups = keyedRows(context, GROUPS, groupFrom)
  const removeSome = removeSomeStatement(context)
  return (session) => {
    const rows = groups(session)
    return {
      find: (projectId, typeIndex, key) => rows.find(ofType(projectId, typeIndex), key),
      list: (projectId, typeIndex, search, page) => rows.list(ofType(projectId, typeIndex), search, page),
      after: (projectId, typeIndex, afterKey, limit) => rows.after(ofType(projectId, typeIndex), afterKey, limit),
      measureAfter: (projectId, typeIndex, afterKey, limit) =>
        rows.measureAfter(ofType(projectId, typeIndex), afterKey, limit),
      lock: (projectId, typeIndex, key) => rows.lock(ofType(projectId, typeIndex), key),
      save: (group) => rows.save(rowOf(group)),
      delete: (projectId, typeIndex, key) => rows.delete(ofType(projectId, typeIndex), key),
      deleteSome: (projectId, typeIndex, limit) => session.run(removeSome, { ...ofType(projectId, typeIndex), limit }),
    }
  }
}

type OfType = Pick<GroupColumns, 'project_id' | 'group_type_index'>

function ofType(projectId: number, typeIndex: number): OfType {
  return { project_id: projectId, group_type_index: typeIndex }
}

function removeSomeStatement({ db }: SqlContext) {
  return statement((p: OfType & { readonly limit: number }) =>
    db
      .deleteFrom('groups')
      .where((eb) =>
        hasKeyAmong(
          [...GROUPS.scope, GROUPS.key],
          eb
            .selectFrom('groups as some')
            .select(['some.project_id', 'some.group_type_index', 'some.key'])
            .where('some.project_id', '=', p.project_id)
            .where('some.group_type_index', '=', p.group_type_index)
            .orderBy('some.key')
            .limit(p.limit),
        ),
      ),
  )
}

function groupFrom(row: GroupColumns): Group {
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
    found_by: foundBy(group.properties.name),
    properties: JSON.stringify(group.properties),
    created_at: group.createdAt,
    updated_at: group.updatedAt,
  }
}

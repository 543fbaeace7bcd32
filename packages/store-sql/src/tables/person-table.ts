import type { Person } from '@flagdeck/core'
import type { PersonTable } from '@flagdeck/core/store'
import { documentFrom, timestampFrom } from '../column-values.ts'
import type { PersonColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { decodeText } from '../sql-value.ts'
import { foundBy } from './keyed-pages.ts'
import { keyedRows } from './keyed-rows.ts'

const PERSONS = { name: 'persons', scope: ['project_id'], key: 'distinct_id' } as const

export function personTable(context: SqlContext): (session: SqlSession) => PersonTable {
  const persons = keyedRows(context, PERSONS, personFrom)
  return (session) => {
    const rows = persons(session)
    return {
      find: (projectId, distinctId) => rows.find({ project_id: projectId }, distinctId),
      list: (projectId, search, page) => rows.list({ project_id: projectId }, search, page),
      after: (projectId, afterDistinctId, limit) => rows.after({ project_id: projectId }, afterDistinctId, limit),
      measureAfter: (projectId, afterDistinctId, limit) =>
        rows.measureAfter({ project_id: projectId }, afterDistinctId, limit),
      lock: (projectId, distinctId) => rows.lock({ project_id: projectId }, distinctId),
      save: (person) => rows.save(rowOf(person)),
      delete: (projectId, distinctId) => rows.delete({ project_id: projectId }, distinctId),
    }
  }
}

function personFrom(row: PersonColumns): Person {
  return {
    projectId: row.project_id,
    distinctId: decodeText(row.distinct_id),
    properties: documentFrom(row.properties),
    createdAt: timestampFrom(row.created_at),
    updatedAt: timestampFrom(row.updated_at),
  }
}

function rowOf(person: Person): PersonColumns {
  return {
    project_id: person.projectId,
    distinct_id: person.distinctId,
    found_by: foundBy(person.properties.email),
    properties: JSON.stringify(person.properties),
    created_at: person.createdAt,
    updated_at: person.updatedAt,
  }
}

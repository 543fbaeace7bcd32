import type { Person } from '@flagdeck/core'
import type { PersonTable } from '@flagdeck/core/store'
import { sql } from 'kysely'
import { documentFrom, timestampFrom } from '../column-values.ts'
import type { PersonColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { decodeText } from '../sql-value.ts'
import { statement } from '../statement.ts'
import { foundBy } from './keyed-pages.ts'
import { keyedRows } from './keyed-rows.ts'

const PERSONS = { name: 'persons', scope: ['project_id'], key: 'distinct_id' } as const

interface WithEmail {
  readonly projectId: number
  readonly folded: string
}

type AfterByEmail = WithEmail & { readonly afterDistinctId: string; readonly limit: number }

type WithEmails = Pick<AfterByEmail, 'projectId' | 'limit'> & { readonly folded: readonly string[] }
type AfterId = Pick<AfterByEmail, 'projectId' | 'afterDistinctId' | 'limit'>

function emailStatements({ db, dialect }: SqlContext) {
  const withEmail = (p: WithEmail) =>
    db
      .selectFrom('persons')
      .where('project_id', '=', p.projectId)
      .where('found_by', '<>', sql.lit('')) // as in the index
      .where('found_by', '=', p.folded)
  // An expression instead of the column: otherwise a database might read the whole primary key, where nearly all
  // persons have another address.
  const id = sql<string>`distinct_id || ''`
  return {
    afterByEmail: statement((p: AfterByEmail) =>
      withEmail(p).selectAll().where(id, '>', p.afterDistinctId).orderBy(id).limit(p.limit),
    ),
    idsByEmail: statement((p: WithEmails) =>
      db
        .selectFrom('persons')
        .select(['found_by', 'distinct_id'])
        .where('project_id', '=', p.projectId)
        .where('found_by', '<>', sql.lit('')) // as in the index
        .where(dialect.isOneOf(sql.ref('found_by'), p.folded, 'text'))
        .orderBy('found_by')
        .orderBy(id)
        .limit(p.limit),
    ),
    idsAfter: statement((p: AfterId) =>
      db
        .selectFrom('persons')
        .select('distinct_id')
        .where('project_id', '=', p.projectId)
        .where('distinct_id', '>', p.afterDistinctId)
        .orderBy('distinct_id')
        .limit(p.limit),
    ),
    countByEmail: statement((p: WithEmail & { readonly most: number }) =>
      db
        .selectFrom(withEmail(p).select('project_id').limit(p.most).as('listed'))
        .select(db.fn.countAll<number>().as('count')),
    ),
  }
}

export function personTable(context: SqlContext): (session: SqlSession) => PersonTable {
  const persons = keyedRows(context, PERSONS, personFrom)
  const { afterByEmail, idsByEmail, idsAfter, countByEmail } = emailStatements(context)
  return (session) => {
    const rows = persons(session)
    return {
      find: (projectId, distinctId) => rows.find({ project_id: projectId }, distinctId),
      list: (projectId, search, page) => rows.list({ project_id: projectId }, search, page),
      async afterByEmail(projectId, email, afterDistinctId, limit) {
        const folded = foundBy(email)
        return session.items(afterByEmail, { projectId, folded, afterDistinctId, limit }, personFrom)
      },
      idsByEmail: (projectId, emails, limit) =>
        session.items(idsByEmail, { projectId, folded: emails.map(foundBy), limit }, (row) => ({
          email: decodeText(row.found_by),
          distinctId: decodeText(row.distinct_id),
        })),
      idsAfter: (projectId, afterDistinctId, limit) =>
        session.items(idsAfter, { projectId, afterDistinctId, limit }, (row) => decodeText(row.distinct_id)),
      async countByEmail(projectId, email, most) {
        return (await session.first(countByEmail, { projectId, folded: foundBy(email), most }))?.count ?? 0
      },
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

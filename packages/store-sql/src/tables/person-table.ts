import type { Person, PersonTable } from '@flagdeck/core'
import { sql } from 'kysely'
import { documentFrom, timestampFrom } from '../column-values.ts'
import type { PersonColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { decodeText } from '../sql-value.ts'
import { rowStatement, statement } from '../statement.ts'
import { endOfPrefix } from './end-of-prefix.ts'
import { placeLock } from './place-lock.ts'
import { type PageStatements, readPage } from './read-page.ts'

export function personTable(context: SqlContext): (session: SqlSession) => PersonTable {
  const { find, findLocked, after } = lookUps(context)
  const { save, remove } = changes(context)
  const rangeToEnd = pages(context, false)
  const range = pages(context, true)
  const lockPlace = placeLock(context)
  return (session) => ({
    find: async (projectId, distinctId) => personFrom(await session.first(find, { projectId, distinctId })),
    list(projectId, prefix, page) {
      const end = endOfPrefix(prefix)
      const parameters = { projectId, prefix, end: end ?? '' }
      return readPage(session, end === undefined ? rangeToEnd : range, parameters, page, existingPersonFrom)
    },
    after: async (projectId, afterDistinctId, limit) =>
      (await session.all(after, { projectId, afterDistinctId, limit })).map(existingPersonFrom),
    async lock(projectId, distinctId) {
      await lockPlace(session, `persons/${projectId}/${distinctId}`)
      return personFrom(await session.first(findLocked, { projectId, distinctId }))
    },
    async save(person) {
      await session.run(save, rowOf(person))
    },
    delete: async (projectId, distinctId) => (await session.run(remove, { projectId, distinctId })) > 0,
  })
}

interface OnePerson {
  readonly projectId: number
  readonly distinctId: string
}

function lookUps({ db, dialect }: SqlContext) {
  const personsOf = (p: { projectId: number }) =>
    db.selectFrom('persons').selectAll().where('project_id', '=', p.projectId)
  const one = (p: OnePerson) => personsOf(p).where('distinct_id', '=', p.distinctId)
  return {
    find: statement((p: OnePerson) => one(p)),
    findLocked: statement((p: OnePerson) => one(p).modifyEnd(sql.raw(dialect.rowLock))),
    after: statement((p: { projectId: number; afterDistinctId: string; limit: number }) =>
      personsOf(p).where('distinct_id', '>', p.afterDistinctId).orderBy('distinct_id').limit(p.limit),
    ),
  }
}

interface Range {
  readonly projectId: number
  readonly prefix: string
  readonly end: string
}

function pages({ db }: SqlContext, hasEnd: boolean): PageStatements<Range, PersonColumns> {
  const inRange = (p: Range) =>
    db
      .selectFrom('persons')
      .where('project_id', '=', p.projectId)
      .where('distinct_id', '>=', p.prefix)
      .$if(hasEnd, (persons) => persons.where('distinct_id', '<', p.end))
  return {
    count: statement((p) => inRange(p).select(db.fn.countAll<number>().as('count'))),
    // The index alone finds the page; the rows, which may be large, are read only for that.
    rows: statement((p) =>
      db
        .selectFrom(
          inRange(p)
            .select(['project_id', 'distinct_id'])
            .orderBy('distinct_id')
            .limit(p.limit)
            .offset(p.offset)
            .as('page'),
        )
        .innerJoin('persons as person', (join) =>
          join.onRef('person.project_id', '=', 'page.project_id').onRef('person.distinct_id', '=', 'page.distinct_id'),
        )
        .selectAll('person')
        .orderBy('person.distinct_id'),
    ),
  }
}

function changes({ db }: SqlContext) {
  return {
    save: rowStatement((row: PersonColumns) =>
      db
        .insertInto('persons')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['project_id', 'distinct_id']).doUpdateSet((eb) => ({
            properties: eb.ref('excluded.properties'),
            updated_at: eb.ref('excluded.updated_at'),
          })),
        ),
    ),
    remove: statement((p: OnePerson) =>
      db.deleteFrom('persons').where('project_id', '=', p.projectId).where('distinct_id', '=', p.distinctId),
    ),
  }
}

function personFrom(row: PersonColumns | undefined): Person | undefined {
  return row && existingPersonFrom(row)
}

function existingPersonFrom(row: PersonColumns): Person {
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
    properties: JSON.stringify(person.properties),
    created_at: person.createdAt,
    updated_at: person.updatedAt,
  }
}

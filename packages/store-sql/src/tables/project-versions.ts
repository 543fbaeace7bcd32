import { newVersionTag, TAGGED_VERSIONS, TAGS_GO_EVERY } from '@flagdeck/core/store'
import {
  type Insertable,
  type InsertQueryBuilder,
  type Kysely,
  type OnConflictBuilder,
  sql,
  type UpdateQueryBuilder,
} from 'kysely'
import type { ProjectColumns, Schema } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlQuery } from '../sql-driver.ts'
import type { SqlSession } from '../sql-session.ts'
import { statement } from '../statement.ts'

/** The version that a project was given. */
export interface RaisedVersion {
  readonly id: number
  readonly version: number
}

/** Assigns versions to projects, each with its tag: no version exists without one. */
export interface ProjectVersions {
  insert(session: SqlSession, project: Insertable<ProjectColumns>): Promise<RaisedVersion | undefined>
  /** Returns undefined if there is no such project. */
  raise(session: SqlSession, projectId: number): Promise<RaisedVersion | undefined>
  /** Tags the version if it is the newest and has no tag. */
  tagNewest(session: SqlSession, newest: RaisedVersion): Promise<void>
}

export function projectVersions(context: SqlContext): ProjectVersions {
  const { db, dialect } = context
  // Every change waits for this, so it is one round trip if the database allows that.
  const { insert, raise } = dialect.canChangeInWith ? inOneStatement(db) : inSeveralStatements(db)
  const tagNewest = statement((p: RaisedVersion & Tagged) =>
    db
      .insertInto('project_versions')
      .columns(COLUMNS)
      .expression((eb) =>
        eb
          .selectFrom('projects')
          .select(['id', 'version', tagOf(p)])
          .where('id', '=', p.id)
          .where('version', '=', p.version),
      )
      .onConflict((conflict) => conflict.doNothing()),
  )
  return {
    insert,
    raise: (session, id) => raise(session, { id }),
    async tagNewest(session, newest) {
      await session.run(tagNewest, { ...newest, tag: newVersionTag() })
    },
  }
}

interface Tagged {
  readonly tag: string
}

/** A change of one project's row that returns the resulting version. */
type Change<Parameters extends object> = (
  parameters: Parameters,
) =>
  | InsertQueryBuilder<Schema, 'projects', RaisedVersion>
  | UpdateQueryBuilder<Schema, 'projects', 'projects', RaisedVersion>

type Raise<Parameters extends object> = (
  session: SqlSession,
  parameters: Parameters,
) => Promise<RaisedVersion | undefined>

/** The two changes of a project's row that assign a version, each with its tag. */
interface TaggedChanges {
  readonly insert: Raise<Insertable<ProjectColumns>>
  readonly raise: Raise<OneProject>
}

interface OneProject {
  readonly id: number
}

function inOneStatement(db: Kysely<Schema>): TaggedChanges {
  const tagged = <Parameters extends object>(change: Change<Parameters>, options?: Pick<SqlQuery, 'isHarmless'>) => {
    const build = (p: Parameters & Tagged) =>
      db
        .with('raised', () => change(p))
        .with('tagged', (query) =>
          query
            .insertInto('project_versions')
            .columns(COLUMNS)
            .expression((eb) => eb.selectFrom('raised').select(['id', 'version', tagOf(p)]))
            .onConflict(replaceTag),
        )
        .with('forgotten', (query) =>
          query
            .deleteFrom('project_versions')
            .using('raised')
            .whereRef('project_versions.project_id', '=', 'raised.id')
            .where(sql<boolean>`raised.version % ${sql.lit(TAGS_GO_EVERY)} = 0`)
            .where('project_versions.version', '<=', sql<number>`raised.version - ${sql.lit(TAGGED_VERSIONS)}`),
        )
        .selectFrom('raised')
        .select(['id', 'version'])
    const all = statement(build, options)
    return (session: SqlSession, parameters: Parameters) => session.first(all, { ...parameters, tag: newVersionTag() })
  }
  return {
    insert: tagged((p: Insertable<ProjectColumns>) => insertProject(db, p)),
    raise: tagged((p: OneProject) => raiseVersion(db, p), { isHarmless: true }),
  }
}

function inSeveralStatements(db: Kysely<Schema>): TaggedChanges {
  const tag = statement((p: OneProject & Tagged) =>
    db
      .insertInto('project_versions')
      .columns(COLUMNS)
      .expression((eb) =>
        eb
          .selectFrom('projects')
          .select(['id', 'version', tagOf(p)])
          .where('id', '=', p.id),
      )
      .onConflict(replaceTag),
  )
  const forget = statement((p: OneProject & { readonly last: number }) =>
    db.deleteFrom('project_versions').where('project_id', '=', p.id).where('version', '<=', p.last),
  )
  const inserted = statement((p: Insertable<ProjectColumns>) => insertProject(db, p))
  const raised = statement((p: OneProject) => raiseVersion(db, p))
  return {
    async insert(session, project) {
      const made = await session.first(inserted, project)
      if (made) await session.run(tag, { id: made.id, tag: newVersionTag() })
      return made
    },
    async raise(session, { id }) {
      // Sent together, so that queries that are started after this call run after both (STORE-115).
      const [made] = await Promise.all([session.first(raised, { id }), session.run(tag, { id, tag: newVersionTag() })])
      if (made && made.version % TAGS_GO_EVERY === 0) {
        await session.run(forget, { id, last: made.version - TAGGED_VERSIONS })
      }
      return made
    },
  }
}

/** A tag exists already if the version was set back manually. */
function replaceTag(conflict: OnConflictBuilder<Schema, 'project_versions'>) {
  return conflict.columns(['project_id', 'version']).doUpdateSet((eb) => ({ tag: eb.ref('excluded.tag') }))
}

const COLUMNS = ['project_id', 'version', 'tag'] as const

function tagOf({ tag }: Tagged) {
  return sql<string>`${tag}`.as('tag')
}

function insertProject(db: Kysely<Schema>, p: Insertable<ProjectColumns>) {
  return db
    .insertInto('projects')
    .values({
      uuid: p.uuid,
      organization_id: p.organization_id,
      name: p.name,
      api_token: p.api_token,
      secret_api_token: p.secret_api_token,
      timezone: p.timezone,
      group_types: p.group_types,
      events_add_group_types: p.events_add_group_types ?? false,
      stale_not_called_days: p.stale_not_called_days ?? null,
      stale_never_called_days: p.stale_never_called_days ?? null,
      stale_rolled_out_days: p.stale_rolled_out_days ?? null,
      property_matching_version: p.property_matching_version,
      version: p.version,
      created_at: p.created_at,
    })
    .returning(['id', 'version'])
}

function raiseVersion(db: Kysely<Schema>, p: { readonly id: number }) {
  return db
    .updateTable('projects')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', p.id)
    .returning(['id', 'version'])
}

import type { Project } from '@flagdeck/core'
import type { NewProject, ProjectTable, TaggedProject } from '@flagdeck/core/store'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import { booleanFrom, documentFrom, timestampFrom } from '../column-values.ts'
import type { ProjectColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { decodeText } from '../sql-value.ts'
import { rowStatement, statement } from '../statement.ts'
import { insertedId } from './inserted-id.ts'
import { liveTotals } from './live-totals.ts'
import { projectVersions } from './project-versions.ts'
import { type PageStatements, readPage } from './read-page.ts'
import { withoutColumns } from './without-columns.ts'

export function projectTable(context: SqlContext): (session: SqlSession) => ProjectTable {
  const { find, first, lock, findByApiToken, findBySecretApiToken, findByName, versions } = lookUps(context)
  const { findTagged, findRaised } = taggedLookUps(context)
  const list = pages(context)
  const update = updateStatement(context)
  const { totals, listAbove } = liveTotals(context)
  const { insert, raise, tagNewest } = projectVersions(context)
  return (session) => ({
    find: async (id) => projectFrom(await session.first(find, { id })),
    findTagged: async (id, since) => taggedFrom(await session.first(findTagged, { id, since })),
    findRaised: async (id) => taggedFrom(await session.first(findRaised, { id })),
    first: async () => projectFrom(await session.first(first, {})),
    lock: async (id) => projectFrom(await session.first(lock, { id })),
    findByApiToken: async (token) => projectFrom(await session.first(findByApiToken, { token })),
    findBySecretApiToken: async (token) => projectFrom(await session.first(findBySecretApiToken, { token })),
    findByName: async (organizationId, name) => projectFrom(await session.first(findByName, { organizationId, name })),
    list: (organizationIds, page) => readPage(session, list, { organizationIds }, page, existingProjectFrom),
    async versions(ids) {
      const rows = await session.all(versions, { ids })
      return new Map(rows.map(({ id, version, tag }) => [id, { version, tag }]))
    },
    liveTotals: async (projectId) => (await session.first(totals, { projectId })) ?? { flags: 0, cohorts: 0, bytes: 0 },
    listAbove: async ({ cohorts, bytes }, limit) =>
      (await session.all(listAbove, { cohorts, bytes, limit })).map(({ project_id: id }) => id),
    insert: async (project) => ({ ...project, id: insertedId(await insert(session, rowOf(project))) }),
    async update(project) {
      await session.run(update, { ...rowOf(project), id: project.id })
    },
    raiseVersion: async (id) => (await raise(session, id))?.version ?? 0,
    tagVersion: (id, version) => tagNewest(session, { id, version }),
  })
}

function lookUps({ db, dialect }: SqlContext) {
  const projects = db.selectFrom('projects').selectAll()
  return {
    find: statement((p: { id: number }) => projects.where('id', '=', p.id)),
    first: statement(() => projects.orderBy('id').limit(sql.lit(1))),
    lock: statement((p: { id: number }) => projects.where('id', '=', p.id).modifyEnd(sql.raw(dialect.rowLock))),
    findByApiToken: statement((p: { token: string }) => projects.where('api_token', '=', p.token)),
    findBySecretApiToken: statement((p: { token: string }) => projects.where('secret_api_token', '=', p.token)),
    findByName: statement((p: { organizationId: string; name: string }) =>
      projects.where('organization_id', '=', p.organizationId).where('name', '=', p.name),
    ),
    versions: statement((p: { ids: readonly number[] }) =>
      db
        .selectFrom('projects')
        .leftJoin('project_versions', (join) =>
          join
            .onRef('project_versions.project_id', '=', 'projects.id')
            .onRef('project_versions.version', '=', 'projects.version'),
        )
        .select(['projects.id as id', 'projects.version as version', 'project_versions.tag as tag'])
        .where(dialect.isOneOf(sql.ref('projects.id'), p.ids, 'bigint')),
    ),
  }
}

/** Returns look-ups of a project with the tags of its version and of another one. */
function taggedLookUps({ db }: SqlContext) {
  const find = (id: number, since: RawBuilder<number>) =>
    db
      .selectFrom('projects')
      .leftJoin('project_versions as newest', (join) =>
        join.onRef('newest.project_id', '=', 'projects.id').onRef('newest.version', '=', 'projects.version'),
      )
      .leftJoin('project_versions as earlier', (join) =>
        join.onRef('earlier.project_id', '=', 'projects.id').on('earlier.version', '=', since),
      )
      .selectAll('projects')
      .select(['newest.tag as tag', 'earlier.tag as since_tag'])
      .where('projects.id', '=', id)
  return {
    findTagged: statement((p: { id: number; since: number }) => find(p.id, sql`${p.since}`)),
    findRaised: statement((p: { id: number }) => find(p.id, sql`projects.version - 1`)),
  }
}

interface OfOrganizations {
  readonly organizationIds: readonly string[]
}

function pages({ db, dialect }: SqlContext): PageStatements<OfOrganizations, Selectable<ProjectColumns>> {
  const projects = db.selectFrom('projects')
  const wanted = (p: OfOrganizations) => dialect.isOneOf(sql.ref('organization_id'), p.organizationIds, 'text')
  return {
    count: statement((p) => projects.select(db.fn.countAll<number>().as('count')).where(wanted(p))),
    rows: statement((p) => projects.selectAll().where(wanted(p)).orderBy('id').limit(p.limit).offset(p.offset)),
  }
}

function updateStatement({ db }: SqlContext) {
  return rowStatement((row: Insertable<ProjectColumns> & { readonly id: number }) =>
    db
      .updateTable('projects')
      .set(withoutColumns(row, 'id', 'organization_id', 'version'))
      .where('id', '=', row.id)
      .where('organization_id', '=', row.organization_id),
  )
}

function rowOf(project: NewProject): Insertable<ProjectColumns> {
  return {
    uuid: project.uuid,
    organization_id: project.organizationId,
    name: project.name,
    api_token: project.apiToken,
    secret_api_token: project.secretApiToken,
    timezone: project.timezone,
    group_types: JSON.stringify(project.groupTypes),
    events_add_group_types: project.eventsAddGroupTypes,
    ...stalenessColumns(project),
    property_matching_version: project.propertyMatchingVersion,
    version: project.version,
    created_at: project.createdAt,
  }
}

type TaggedRow = Selectable<ProjectColumns> & { readonly tag: string | null; readonly since_tag: string | null }

function taggedFrom(row: TaggedRow | undefined): TaggedProject | undefined {
  return row && { project: existingProjectFrom(row), tag: row.tag, sinceTag: row.since_tag }
}

function stalenessColumns({ staleness }: NewProject) {
  return {
    stale_not_called_days: staleness.notCalledDays,
    stale_never_called_days: staleness.neverCalledDays,
    stale_rolled_out_days: staleness.rolledOutDays,
  }
}

function projectFrom(row: Selectable<ProjectColumns> | undefined): Project | undefined {
  return row && existingProjectFrom(row)
}

function existingProjectFrom(row: Selectable<ProjectColumns>): Project {
  return {
    id: row.id,
    uuid: row.uuid,
    organizationId: row.organization_id,
    name: decodeText(row.name),
    apiToken: decodeText(row.api_token),
    secretApiToken: decodeText(row.secret_api_token),
    timezone: decodeText(row.timezone),
    groupTypes: documentFrom(row.group_types),
    eventsAddGroupTypes: booleanFrom(row.events_add_group_types),
    staleness: {
      notCalledDays: row.stale_not_called_days,
      neverCalledDays: row.stale_never_called_days,
      rolledOutDays: row.stale_rolled_out_days,
    },
    // Only 1 and 2 are written to this column.
    propertyMatchingVersion: row.property_matching_version as Project['propertyMatchingVersion'],
    version: row.version,
    createdAt: timestampFrom(row.created_at),
  }
}

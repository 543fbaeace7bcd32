import type { NewProject, Project, ProjectTable } from '@flagdeck/core'
import { type Insertable, type Selectable, sql } from 'kysely'
import { documentFrom, timestampFrom } from '../column-values.ts'
import type { ProjectColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { decodeText } from '../sql-value.ts'
import { statement } from '../statement.ts'
import { insertedId } from './inserted-id.ts'
import { type PageStatements, readPage } from './read-page.ts'

export function projectTable(context: SqlContext): (session: SqlSession) => ProjectTable {
  const { find, first, lock, findByApiToken, findBySecretApiToken, findByName, versions } = lookUps(context)
  const list = pages(context)
  const { insert, update, raiseVersion } = changes(context)
  return (session) => ({
    find: async (id) => projectFrom(await session.first(find, { id })),
    first: async () => projectFrom(await session.first(first, {})),
    lock: async (id) => projectFrom(await session.first(lock, { id })),
    findByApiToken: async (token) => projectFrom(await session.first(findByApiToken, { token })),
    findBySecretApiToken: async (token) => projectFrom(await session.first(findBySecretApiToken, { token })),
    findByName: async (organizationId, name) => projectFrom(await session.first(findByName, { organizationId, name })),
    list: (organizationIds, page) => readPage(session, list, { organizationIds }, page, existingProjectFrom),
    async versions(ids) {
      const rows = await session.all(versions, { ids })
      return new Map(rows.map(({ id, version }) => [id, version]))
    },
    insert: async (project) => ({ ...project, id: insertedId(await session.first(insert, rowOf(project))) }),
    async update(project) {
      await session.run(update, { ...rowOf(project), id: project.id })
    },
    raiseVersion: async (id) => (await session.first(raiseVersion, { id }))?.version ?? 0,
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
        .select(['id', 'version'])
        .where(dialect.isOneOf(sql.ref('id'), p.ids, 'bigint')),
    ),
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

function changes({ db }: SqlContext) {
  return {
    insert: statement((p: Insertable<ProjectColumns>) =>
      db
        .insertInto('projects')
        .values({
          uuid: p.uuid,
          organization_id: p.organization_id,
          name: p.name,
          api_token: p.api_token,
          secret_api_token: p.secret_api_token,
          timezone: p.timezone,
          group_types: p.group_types,
          property_matching_version: p.property_matching_version,
          version: p.version,
          created_at: p.created_at,
        })
        .returning('id'),
    ),
    update: statement((p: Insertable<ProjectColumns> & { readonly id: number }) =>
      db
        .updateTable('projects')
        .set({
          uuid: p.uuid,
          name: p.name,
          api_token: p.api_token,
          secret_api_token: p.secret_api_token,
          timezone: p.timezone,
          group_types: p.group_types,
          property_matching_version: p.property_matching_version,
          created_at: p.created_at,
        })
        .where('id', '=', p.id)
        .where('organization_id', '=', p.organization_id),
    ),
    raiseVersion: statement((p: { id: number }) =>
      db
        .updateTable('projects')
        .set((eb) => ({ version: eb('version', '+', 1) }))
        .where('id', '=', p.id)
        .returning('version'),
    ),
  }
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
    property_matching_version: project.propertyMatchingVersion,
    version: project.version,
    created_at: project.createdAt,
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
    // Only 1 and 2 are ever written to this column.
    propertyMatchingVersion: row.property_matching_version as Project['propertyMatchingVersion'],
    version: row.version,
    createdAt: timestampFrom(row.created_at),
  }
}

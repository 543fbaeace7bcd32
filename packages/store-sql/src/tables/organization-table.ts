import type { Organization } from '@flagdeck/core'
import type { OrganizationTable } from '@flagdeck/core/store'
import { type Selectable, sql } from 'kysely'
import { timestampFrom } from '../column-values.ts'
import type { OrganizationColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { decodeText } from '../sql-value.ts'
import { rowStatement, statement } from '../statement.ts'
import { type PageStatements, readPage } from './read-page.ts'

export function organizationTable({ db, dialect }: SqlContext): (session: SqlSession) => OrganizationTable {
  const organizations = db.selectFrom('organizations').selectAll()
  const find = statement((p: { id: string }) => organizations.where('id', '=', p.id))
  const lock = statement((p: { id: string }) =>
    organizations.where('id', '=', p.id).modifyEnd(sql.raw(dialect.rowLock)),
  )
  const findByName = statement((p: { name: string }) => organizations.where('name', '=', p.name))
  const findBySlug = statement((p: { slug: string }) => organizations.where('slug', '=', p.slug))
  const list: PageStatements<object, Selectable<OrganizationColumns>> = {
    count: statement(() => db.selectFrom('organizations').select(db.fn.countAll<number>().as('count'))),
    rows: statement((p) => organizations.orderBy('created_at').orderBy('id').limit(p.limit).offset(p.offset)),
  }
  const any = statement(() => db.selectFrom('organizations').select('id').limit(sql.lit(1)))
  const insert = rowStatement((row: OrganizationColumns) => db.insertInto('organizations').values(row))
  const update = rowStatement(({ id, ...row }: OrganizationColumns) =>
    db.updateTable('organizations').set(row).where('id', '=', id),
  )
  return (session) => ({
    find: async (id) => organizationFrom(await session.first(find, { id })),
    lock: async (id) => organizationFrom(await session.first(lock, { id })),
    findByName: async (name) => organizationFrom(await session.first(findByName, { name })),
    findBySlug: async (slug) => organizationFrom(await session.first(findBySlug, { slug })),
    list: (page) => readPage(session, list, {}, page, existingOrganizationFrom),
    any: async () => (await session.first(any, {})) !== undefined,
    insert: async (organization) => {
      await session.run(insert, rowOf(organization))
    },
    update: async (organization) => {
      await session.run(update, rowOf(organization))
    },
  })
}

function rowOf(organization: Organization): OrganizationColumns {
  return {
    id: organization.id,
    name: organization.name,
    slug: organization.slug,
    default_flag_access_level: organization.defaultFlagAccessLevel,
    created_at: organization.createdAt,
  }
}

function organizationFrom(row: Selectable<OrganizationColumns> | undefined): Organization | undefined {
  return row && existingOrganizationFrom(row)
}

function existingOrganizationFrom(row: Selectable<OrganizationColumns>): Organization {
  return {
    id: row.id,
    name: decodeText(row.name),
    slug: typeof row.slug === 'string' ? decodeText(row.slug) : null,
    // Only levels are written to this column.
    defaultFlagAccessLevel: row.default_flag_access_level as Organization['defaultFlagAccessLevel'],
    createdAt: timestampFrom(row.created_at),
  }
}

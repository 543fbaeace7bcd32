import type { DashboardTemplate, DashboardTemplateTable } from '@flagdeck/core/store'
import { type Insertable, type Selectable, sql } from 'kysely'
import { booleanFrom, documentFrom, timestampFrom } from '../column-values.ts'
import type { DashboardTemplateColumns } from '../dashboard-columns.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { decodeText } from '../sql-value.ts'
import { rowStatement, statement } from '../statement.ts'
import { bytesIn } from './bytes-in.ts'
import { type PerhapsUser, perhapsJoinedUser, userColumns } from './joined-user.ts'
import { NOT_DELETED } from './not-deleted.ts'
import { perhapsText } from './perhaps-text.ts'
import { withoutColumns } from './without-columns.ts'

export function dashboardTemplateTable(context: SqlContext): (session: SqlSession) => DashboardTemplateTable {
  const { find, findMany, findLiveByName, list, listOutlines, countLive } = lookUps(context)
  const { insert, update } = changes(context)
  return (session) => ({
    async find(projectId, templateId) {
      const row = await session.first(find, { projectId, templateId })
      return row && templateFrom(row)
    },
    async findLiveByName(projectId, templateName) {
      const row = await session.first(findLiveByName, { projectId, templateName })
      return row && templateFrom(row)
    },
    list: (projectId) => session.items(list, { projectId }, templateFrom),
    listOutlines: (projectId) => session.items(listOutlines, { projectId }, outlineFrom),
    findMany: (projectId, templateIds) => session.items(findMany, { projectId, templateIds }, templateFrom),
    countLive: async (projectId) => (await session.first(countLive, { projectId }))?.count ?? 0,
    async insert(template) {
      await session.run(insert, rowOf(template))
    },
    async update(template) {
      await session.run(update, rowOf(template))
    },
  })
}

/** The columns whose bytes `TemplateOutline` counts. */
const SIZED_COLUMNS = [
  'template_name',
  'dashboard_description',
  'dashboard_filters',
  'tags',
  'tiles',
  'variables',
  'image_url',
] as const

interface OfProject {
  readonly projectId: number
}

type Written = Insertable<DashboardTemplateColumns>
type TemplateRow = Selectable<Omit<DashboardTemplateColumns, 'created_by_id'>> & PerhapsUser<'creator'>

function templatesWithCreator({ db }: SqlContext) {
  return db
    .selectFrom('dashboard_templates as template')
    .leftJoin('users as creator', 'creator.id', 'template.created_by_id')
    .select([
      'template.id',
      'template.project_id',
      'template.template_name',
      'template.dashboard_description',
      'template.dashboard_filters',
      'template.tags',
      'template.tiles',
      'template.variables',
      'template.image_url',
      'template.scope',
      'template.is_featured',
      'template.deleted',
      'template.created_at',
      ...userColumns('creator'),
    ])
}

function lookUps(context: SqlContext) {
  const { db, dialect } = context
  const templatesOf = (p: OfProject) => templatesWithCreator(context).where('template.project_id', '=', p.projectId)
  return {
    find: statement((p: OfProject & { templateId: string }) => templatesOf(p).where('template.id', '=', p.templateId)),
    findMany: statement((p: OfProject & { readonly templateIds: readonly string[] }) =>
      templatesOf(p)
        .where(dialect.isOneOf(sql.ref('template.id'), p.templateIds, 'text'))
        .orderBy('template.template_name')
        .orderBy('template.id'),
    ),
    findLiveByName: statement((p: OfProject & { templateName: string }) =>
      templatesOf(p).where('template.template_name', '=', p.templateName).where('template.deleted', '=', NOT_DELETED),
    ),
    list: statement((p: OfProject) =>
      templatesOf(p)
        .where('template.deleted', '=', NOT_DELETED)
        .orderBy('template.template_name')
        .orderBy('template.id'),
    ),
    listOutlines: statement((p: OfProject) =>
      db
        .selectFrom('dashboard_templates')
        .select(['id', 'template_name', 'scope', 'is_featured', bytesIn(...SIZED_COLUMNS).as('bytes')])
        .where('project_id', '=', p.projectId)
        .where('deleted', '=', NOT_DELETED)
        .orderBy('template_name')
        .orderBy('id'),
    ),
    countLive: statement((p: OfProject) =>
      db
        .selectFrom('dashboard_templates')
        .select(db.fn.countAll<number>().as('count'))
        .where('project_id', '=', p.projectId)
        .where('deleted', '=', NOT_DELETED),
    ),
  }
}

function changes({ db }: SqlContext) {
  return {
    insert: rowStatement((row: Written) => db.insertInto('dashboard_templates').values(row)),
    update: rowStatement((row: Written) =>
      db
        .updateTable('dashboard_templates')
        .set(withoutColumns(row, 'id', 'project_id', 'created_by_id', 'created_at'))
        .where('project_id', '=', row.project_id)
        .where('id', '=', row.id),
    ),
  }
}

const creatorFrom = perhapsJoinedUser('creator')

function templateFrom(row: TemplateRow): DashboardTemplate {
  return {
    id: row.id,
    projectId: row.project_id,
    templateName: decodeText(row.template_name),
    dashboardDescription: decodeText(row.dashboard_description),
    dashboardFilters: documentFrom(row.dashboard_filters),
    tags: documentFrom(row.tags),
    tiles: documentFrom(row.tiles),
    variables: documentFrom(row.variables),
    imageUrl: perhapsText(row.image_url),
    // Only scopes are written to this column.
    scope: row.scope as DashboardTemplate['scope'],
    isFeatured: booleanFrom(row.is_featured),
    deleted: booleanFrom(row.deleted),
    createdBy: creatorFrom(row),
    createdAt: timestampFrom(row.created_at),
  }
}

type TemplateOutline = Awaited<ReturnType<DashboardTemplateTable['listOutlines']>>[number]
type OutlineColumn = 'id' | 'template_name' | 'scope' | 'is_featured'
type OutlineRow = Pick<Selectable<DashboardTemplateColumns>, OutlineColumn> & { readonly bytes: number }

function outlineFrom(row: OutlineRow): TemplateOutline {
  return {
    id: row.id,
    templateName: decodeText(row.template_name),
    // Only scopes are written to this column.
    scope: row.scope as TemplateOutline['scope'],
    isFeatured: booleanFrom(row.is_featured),
    bytes: row.bytes,
  }
}

function rowOf(template: DashboardTemplate): Written {
  return {
    id: template.id,
    project_id: template.projectId,
    template_name: template.templateName,
    dashboard_description: template.dashboardDescription,
    dashboard_filters: JSON.stringify(template.dashboardFilters),
    tags: JSON.stringify(template.tags),
    tiles: JSON.stringify(template.tiles),
    variables: JSON.stringify(template.variables),
    image_url: template.imageUrl,
    scope: template.scope,
    is_featured: template.isFeatured,
    deleted: template.deleted,
    created_by_id: template.createdBy?.id ?? null,
    created_at: template.createdAt,
  }
}

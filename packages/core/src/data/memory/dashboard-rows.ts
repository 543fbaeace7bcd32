import type { Dashboard, DashboardIndex } from '../records/dashboard.ts'
import type { DashboardCollaborator } from '../records/dashboard-collaborator.ts'
import type { DashboardTemplate } from '../records/dashboard-template.ts'
import type { Insight } from '../records/insight.ts'
import type { TextCard } from '../records/text-card.ts'
import type { Tile, TileContent } from '../records/tile.ts'
import { type RowSchema, RowSet } from './row-set.ts'

export interface DashboardRow {
  readonly dashboard: Omit<Dashboard, 'createdBy'>
  readonly createdById: number | null
  readonly index: DashboardIndex
}

export type TextCardRow = Omit<TextCard, 'createdBy' | 'lastModifiedBy'> & {
  readonly createdById: number | null
  readonly lastModifiedById: number | null
}

export interface InsightRow {
  readonly insight: Omit<Insight, 'createdBy' | 'lastModifiedBy'>
  readonly createdById: number | null
  readonly lastModifiedById: number | null
  readonly searchText: string
}

export type DashboardTemplateRow = Omit<DashboardTemplate, 'createdBy'> & { readonly createdById: number | null }
export type DashboardCollaboratorRow = Omit<DashboardCollaborator, 'user'> & { readonly userId: number }

/** Dashboards and their content, as one transaction sees them. */
export interface DashboardRows {
  readonly dashboards: RowSet<number, DashboardRow, 'project'>
  readonly tiles: RowSet<number, Tile, 'project' | 'dashboard' | 'content'>
  readonly textCards: RowSet<number, TextCardRow>
  readonly insights: RowSet<number, InsightRow, 'project'>
  readonly dashboardTemplates: RowSet<string, DashboardTemplateRow, 'project'>
  readonly dashboardCollaborators: RowSet<string, DashboardCollaboratorRow, 'dashboard'>
}

export function emptyDashboardRows(): DashboardRows {
  return {
    dashboards: new RowSet(DASHBOARDS),
    tiles: new RowSet(TILES),
    textCards: new RowSet(TEXT_CARDS),
    insights: new RowSet(INSIGHTS),
    dashboardTemplates: new RowSet(DASHBOARD_TEMPLATES),
    dashboardCollaborators: new RowSet(DASHBOARD_COLLABORATORS),
  }
}

export function forkDashboardRows(rows: DashboardRows): DashboardRows {
  return {
    dashboards: rows.dashboards.fork(),
    tiles: rows.tiles.fork(),
    textCards: rows.textCards.fork(),
    insights: rows.insights.fork(),
    dashboardTemplates: rows.dashboardTemplates.fork(),
    dashboardCollaborators: rows.dashboardCollaborators.fork(),
  }
}

/** Returns the value by which a short id is unique. */
export function shortIdKey(projectId: number, shortId: string): string {
  return `${projectId}/${shortId}`
}

/** Returns the value by which the name of a live template is unique. */
export function templateNameKey(projectId: number, templateName: string): string {
  return `${projectId}/${templateName}`
}

/** Returns the value by which a collaborator is unique. */
export function collaboratorKey(dashboardId: number, userId: number): string {
  return `${dashboardId}/${userId}`
}

const DASHBOARDS: RowSchema<number, DashboardRow, 'project'> = {
  name: 'dashboards',
  idOf: (row) => row.dashboard.id,
  unique: {},
  listedBy: { project: (row) => row.dashboard.projectId },
}

/** Identifies the insight or text of a tile. */
export function contentKey(content: TileContent): string {
  return content.kind === 'insight' ? `insight/${content.insightId}` : `text/${content.textId}`
}

const TILES: RowSchema<number, Tile, 'project' | 'dashboard' | 'content'> = {
  name: 'tiles',
  idOf: (row) => row.id,
  unique: {
    tiles_insight: ({ dashboardId, content }) =>
      content.kind === 'insight' ? `${dashboardId}/${content.insightId}` : undefined,
    tiles_text: ({ dashboardId, content }) =>
      content.kind === 'text' ? `${dashboardId}/${content.textId}` : undefined,
  },
  listedBy: {
    project: (row) => row.projectId,
    dashboard: (row) => row.dashboardId,
    content: (row) => contentKey(row.content),
  },
}

const TEXT_CARDS: RowSchema<number, TextCardRow> = {
  name: 'textCards',
  idOf: (row) => row.id,
  unique: {},
  listedBy: {},
}

const INSIGHTS: RowSchema<number, InsightRow, 'project'> = {
  name: 'insights',
  idOf: (row) => row.insight.id,
  unique: { insights_short_id: ({ insight }) => shortIdKey(insight.projectId, insight.shortId) },
  listedBy: { project: (row) => row.insight.projectId },
}

const DASHBOARD_TEMPLATES: RowSchema<string, DashboardTemplateRow, 'project'> = {
  name: 'dashboardTemplates',
  idOf: (row) => row.id,
  unique: {
    dashboard_templates_live_name: (row) =>
      row.deleted ? undefined : templateNameKey(row.projectId, row.templateName),
  },
  listedBy: { project: (row) => row.projectId },
}

const DASHBOARD_COLLABORATORS: RowSchema<string, DashboardCollaboratorRow, 'dashboard'> = {
  name: 'dashboardCollaborators',
  idOf: (row) => row.id,
  unique: { dashboard_collaborators_pair: (row) => collaboratorKey(row.dashboardId, row.userId) },
  listedBy: { dashboard: (row) => row.dashboardId },
}

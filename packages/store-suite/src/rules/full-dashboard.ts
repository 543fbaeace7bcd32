import type { User } from '@flagdeck/core'
import {
  insertDashboard,
  insertInsight,
  newDashboardCollaboratorRow,
  newDashboardTemplateRow,
  newTextCardRow,
  newTileRow,
} from '@flagdeck/core/fixtures'
import type {
  Dashboard,
  DashboardCollaborator,
  DashboardTemplate,
  Insight,
  ReadTransaction,
  TextCard,
  Tile,
  Transaction,
} from '@flagdeck/core/store'

const ALL = { limit: 1000, offset: 0 }

/** A dashboard with content of every type. */
export interface FullDashboard {
  /** Shows `insight` on `insightTile` and `textCard` on `textTile`; the tenant's user is its `collaborator`. */
  readonly dashboard: Dashboard
  readonly insight: Insight
  readonly insightTile: Tile
  readonly textCard: TextCard
  readonly textTile: Tile
  readonly collaborator: DashboardCollaborator
  readonly template: DashboardTemplate
}

export async function insertFullDashboard(tx: Transaction, projectId: number, user: User): Promise<FullDashboard> {
  const dashboard = await insertDashboard(tx, { projectId, createdBy: user, restrictionLevel: 37 })
  const insight = await insertInsight(tx, { projectId, createdBy: user, query: { kind: 'TrendsQuery' } })
  const textCard = await tx.textCards.insert(newTextCardRow({ projectId, lastModifiedBy: user }))
  const insightTile = await tx.tiles.insert(
    newTileRow({ projectId, dashboardId: dashboard.id, content: { kind: 'insight', insightId: insight.id } }),
  )
  const textTile = await tx.tiles.insert(
    newTileRow({ projectId, dashboardId: dashboard.id, content: { kind: 'text', textId: textCard.id } }),
  )
  const collaborator = newDashboardCollaboratorRow({ projectId, dashboardId: dashboard.id, user })
  await tx.dashboardCollaborators.insert(collaborator)
  const template = newDashboardTemplateRow({ projectId, createdBy: user })
  await tx.dashboardTemplates.insert(template)
  return { dashboard, insight, insightTile, textCard, textTile, collaborator, template }
}

/** Returns everything that can be read of the dashboards of a project, for comparing two states. */
export async function dumpOfDashboards(tx: ReadTransaction, projectId: number): Promise<unknown> {
  const { count, items } = await tx.dashboards.list(projectId, {}, ALL)
  const dashboards = await Promise.all(
    items.map(async (dashboard) => {
      const tiles = await tx.tiles.ofDashboard(projectId, dashboard.id)
      const textIds = tiles.flatMap(({ content }) => (content.kind === 'text' ? content.textId : []))
      const [texts, collaborators] = await Promise.all([
        tx.textCards.findMany(projectId, textIds),
        tx.dashboardCollaborators.ofDashboard(projectId, dashboard.id),
      ])
      return { dashboard, tiles, texts, collaborators }
    }),
  )
  const [insights, templates] = await Promise.all([
    tx.insights.list(projectId, {}, ALL),
    tx.dashboardTemplates.list(projectId),
  ])
  return { count, dashboards, insights, templates }
}

import type { DashboardCollaborator, DashboardTemplate, User } from '@flagdeck/core'
import type { Dashboard, Insight, ReadTransaction, TextCard, Tile, Transaction } from '@flagdeck/core/store'
import {
  insertDashboard,
  insertInsight,
  newDashboardCollaboratorRow,
  newDashboardTemplateRow,
  newTextCardRow,
  newTileRow,
} from '@flagdeck/core/testing'

const ALL = { limit: 1000, offset: 0 }

/** A dashboard with something of every kind. */
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

/** Everything that can be read of the dashboards of a project, to see whether two moments differ. */
export async function dumpOfDashboards(tx: ReadTransaction, projectId: number): Promise<unknown> {
  const dashboards = await tx.dashboards.list(projectId, {}, ALL)
  const tiles: Tile[] = []
  const collaborators: DashboardCollaborator[] = []
  for (const { id } of dashboards.items) {
    tiles.push(...(await tx.tiles.ofDashboard(projectId, id)))
    collaborators.push(...(await tx.dashboardCollaborators.ofDashboard(projectId, id)))
  }
  const textIds = tiles.flatMap(({ content }) => (content.kind === 'text' ? content.textId : []))
  return {
    dashboards,
    tiles,
    collaborators,
    texts: await tx.textCards.findMany(projectId, textIds),
    insights: await tx.insights.list(projectId, {}, ALL),
    templates: await tx.dashboardTemplates.list(projectId),
  }
}

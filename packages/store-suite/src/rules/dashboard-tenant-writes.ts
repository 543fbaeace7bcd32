import {
  insertDashboard,
  insertInsight,
  newDashboardCollaboratorRow,
  newDashboardIndex,
  newDashboardRow,
  newDashboardTemplateRow,
  newInsightRow,
  newTextCardRow,
  newTileRow,
} from '@flagdeck/core/fixtures'
import type { ReadTransaction, TileContent, Transaction } from '@flagdeck/core/store'
import type { FullTenant } from './full-tenant.ts'

type Write = (tx: Transaction) => Promise<unknown>

/** Returns writes for one project that reference rows of another one. */
export function writesThatJoinDashboards(own: FullTenant, other: FullTenant): Write[] {
  const projectId = own.project.id
  return [
    (tx) => insertTile(tx, projectId, other.dashboard.id, own.insightTile.content),
    async (tx) => insertTile(tx, projectId, (await insertDashboard(tx, { projectId })).id, other.insightTile.content),
    async (tx) => insertTile(tx, projectId, (await insertDashboard(tx, { projectId })).id, other.textTile.content),
    async (tx) => {
      const { id: insightId } = await insertInsight(tx, { projectId })
      await insertTile(tx, projectId, other.dashboard.id, { kind: 'insight', insightId })
    },
    (tx) => tx.tiles.update({ ...own.textTile, dashboardId: other.dashboard.id }),
    (tx) => tx.tiles.update({ ...own.textTile, content: other.textTile.content }),
    (tx) => tx.tiles.update({ ...own.textTile, content: other.insightTile.content }),
    (tx) => {
      const pair = { dashboardId: other.dashboard.id, user: own.user }
      return tx.dashboardCollaborators.insert(newDashboardCollaboratorRow({ projectId, ...pair }))
    },
  ]
}

/** Returns the contents that one project reports for the dashboard of another. */
export async function onForeignDashboard(tx: ReadTransaction, own: FullTenant, other: FullTenant): Promise<unknown[]> {
  const [projectId, dashboardId] = [own.project.id, other.dashboard.id]
  return [
    ...(await tx.tiles.ofDashboard(projectId, dashboardId)),
    ...(await tx.dashboardCollaborators.ofDashboard(projectId, dashboardId)),
  ]
}

/** Returns writes that reference missing rows. */
export function danglingDashboardWrites(own: FullTenant): Write[] {
  const [projectId, nowhere, dashboardId] = [own.project.id, own.project.id + 1000, own.dashboard.id]
  const nobody = { ...own.user, id: own.user.id + 1000 }
  const [noInsight, noText] = [own.insight.id + 1000, own.textCard.id + 1000]
  return [
    ...[newDashboardRow({ projectId: nowhere }), newDashboardRow({ projectId, createdBy: nobody })].map(
      (row) => (tx: Transaction) => tx.dashboards.insert(row, newDashboardIndex(row)),
    ),
    ...[{ projectId: nowhere }, { projectId, createdBy: nobody }, { projectId, lastModifiedBy: nobody }].flatMap(
      (special) => [
        (tx: Transaction) => tx.insights.insert(newInsightRow(special), ''),
        (tx: Transaction) => tx.textCards.insert(newTextCardRow(special)),
      ],
    ),
    (tx) => tx.insights.update({ ...own.insight, lastModifiedBy: nobody }, ''),
    (tx) => tx.textCards.update({ ...own.textCard, createdBy: nobody }),
    (tx) => insertTile(tx, projectId, dashboardId + 1000, own.insightTile.content),
    (tx) => insertTile(tx, projectId, dashboardId, { kind: 'insight', insightId: noInsight }),
    (tx) => insertTile(tx, projectId, dashboardId, { kind: 'text', textId: noText }),
    (tx) => tx.tiles.update({ ...own.textTile, dashboardId: dashboardId + 1000 }),
    (tx) => tx.tiles.update({ ...own.textTile, content: { kind: 'text', textId: noText } }),
    (tx) => tx.dashboardTemplates.insert(newDashboardTemplateRow({ projectId: nowhere })),
    (tx) => tx.dashboardTemplates.insert(newDashboardTemplateRow({ projectId, createdBy: nobody })),
    ...[
      { dashboardId: dashboardId + 1000, user: own.user },
      { dashboardId, user: nobody },
    ].map(
      (pair) => (tx: Transaction) =>
        tx.dashboardCollaborators.insert(newDashboardCollaboratorRow({ projectId, ...pair })),
    ),
  ]
}

function insertTile(tx: Transaction, projectId: number, dashboardId: number, content: TileContent): Promise<unknown> {
  return tx.tiles.insert(newTileRow({ projectId, dashboardId, content }))
}

import {
  newDashboardCollaboratorRow,
  newDashboardIndex,
  newTextCardRow,
  newTileRow,
  newUserRow,
} from '@flagdeck/core/fixtures'
import type { Transaction } from '@flagdeck/core/store'
import { moment } from './moment.ts'
import type { TenantCalls } from './tenant-calls.ts'

const ALL = { limit: 1000, offset: 0 }
const MAKES_A_ROW = 'it makes a row of the tenant that the row names'

/** Calls of the methods for dashboards and their contents. */
export const DASHBOARD_TENANT_CALLS: Pick<
  TenantCalls,
  'dashboards' | 'tiles' | 'textCards' | 'insights' | 'dashboardTemplates' | 'dashboardCollaborators'
> = {
  dashboards: {
    find: (tx, own, as) => tx.dashboards.find(as.project.id, own.dashboard.id),
    findMany: (tx, own, as) => tx.dashboards.findMany(as.project.id, [own.dashboard.id]),
    list: (tx, _, as) => tx.dashboards.list(as.project.id, {}, ALL),
    countLive: (tx, _, as) => tx.dashboards.countLive(as.project.id),
    sizesAfter: (tx, _, as) => tx.dashboards.sizesAfter(as.project.id, 0, 1000),
    lock: (tx, own, as) => tx.dashboards.lock(as.project.id, own.dashboard.id),
    insert: MAKES_A_ROW,
    update(tx, own, as) {
      const changed = { ...own.dashboard, projectId: as.project.id, name: 'changed' }
      return tx.dashboards.update(changed, newDashboardIndex(changed))
    },
    touch: (tx, own, as) => tx.dashboards.touch(as.project.id, own.dashboard.id, moment('2027-01-01')),
  },
  tiles: {
    find: (tx, own, as) => tx.tiles.find(as.project.id, own.textTile.id),
    ofDashboard: (tx, own, as) => tx.tiles.ofDashboard(as.project.id, own.dashboard.id),
    showing: (tx, own, as) => tx.tiles.showing(as.project.id, [own.insightTile.content, own.textTile.content]),
    insert: (tx, own, as) => insertTileOfNewText(tx, own.dashboard.id, as.project.id),
    update: (tx, own, as) => tx.tiles.update({ ...own.textTile, projectId: as.project.id, color: 'changed' }),
    purge: (tx, own, as) => tx.tiles.purge(as.project.id, own.textTile.id),
  },
  textCards: {
    findMany: (tx, own, as) => tx.textCards.findMany(as.project.id, [own.textCard.id]),
    insert: MAKES_A_ROW,
    update: (tx, own, as) => tx.textCards.update({ ...own.textCard, projectId: as.project.id, body: 'changed' }),
  },
  insights: {
    findMany: (tx, own, as) => tx.insights.findMany(as.project.id, [own.insight.id]),
    findByShortId: (tx, own, as) => tx.insights.findByShortId(as.project.id, own.insight.shortId),
    list: (tx, _, as) => tx.insights.list(as.project.id, {}, ALL),
    insert: MAKES_A_ROW,
    update: (tx, own, as) => tx.insights.update({ ...own.insight, projectId: as.project.id, name: 'changed' }, ''),
  },
  dashboardTemplates: {
    find: (tx, own, as) => tx.dashboardTemplates.find(as.project.id, own.template.id),
    findLiveByName: (tx, own, as) => tx.dashboardTemplates.findLiveByName(as.project.id, own.template.templateName),
    list: (tx, _, as) => tx.dashboardTemplates.list(as.project.id),
    listOutlines: (tx, _, as) => tx.dashboardTemplates.listOutlines(as.project.id),
    findMany: (tx, own, as) => tx.dashboardTemplates.findMany(as.project.id, [own.template.id]),
    countLive: (tx, _, as) => tx.dashboardTemplates.countLive(as.project.id),
    insert: MAKES_A_ROW,
    update: (tx, own, as) =>
      tx.dashboardTemplates.update({ ...own.template, projectId: as.project.id, templateName: 'changed' }),
  },
  dashboardCollaborators: {
    ofDashboard: (tx, own, as) => tx.dashboardCollaborators.ofDashboard(as.project.id, own.dashboard.id),
    dashboardsOfUser: (tx, own, as) =>
      tx.dashboardCollaborators.dashboardsOfUser(as.project.id, own.user.id, [own.dashboard.id]),
    async insert(tx, own, as) {
      const user = await tx.users.insert(newUserRow())
      const row = newDashboardCollaboratorRow({ projectId: as.project.id, dashboardId: own.dashboard.id, user })
      await tx.dashboardCollaborators.insert(row)
    },
    delete: (tx, own, as) => tx.dashboardCollaborators.delete(as.project.id, own.dashboard.id, own.user.id),
    deleteOfUser: (tx, own, as) => tx.dashboardCollaborators.deleteOfUser(as.organization.id, own.user.id),
  },
}

async function insertTileOfNewText(tx: Transaction, dashboardId: number, projectId: number): Promise<void> {
  const { id: textId } = await tx.textCards.insert(newTextCardRow({ projectId }))
  await tx.tiles.insert(newTileRow({ projectId, dashboardId, content: { kind: 'text', textId } }))
}

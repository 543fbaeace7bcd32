import { compareText } from '../../foundation/lists/compare-text.ts'
import type { Dashboard, DashboardIndex, DashboardQuery } from '../records/dashboard.ts'
import {
  type DashboardSize,
  dashboardBytes,
  insightBytes,
  textCardBytes,
  tileBytes,
} from '../records/dashboard-size.ts'
import type { Tile } from '../records/tile.ts'
import type { DashboardTable } from '../tables/dashboard-table.ts'
import type { DashboardRow } from './dashboard-rows.ts'
import { type MemoryContext, referenced } from './memory-context.ts'
import type { MemoryState } from './memory-state.ts'
import { knownOptionalUserId, optionalUserOf } from './memory-user-table.ts'
import { pageOfRows } from './page-of.ts'

export function memoryDashboardTable({ state, ids }: MemoryContext): DashboardTable {
  const { dashboards } = state
  const dashboardFrom = (row: DashboardRow) => withCreator(state, row)
  const find: DashboardTable['find'] = async (projectId, dashboardId) => {
    const row = dashboardRowOf(state, projectId, dashboardId)
    return row && dashboardFrom(row)
  }
  return {
    find,
    async findMany(projectId, dashboardIds) {
      const rows = [...new Set(dashboardIds)].flatMap((id) => dashboardRowOf(state, projectId, id) ?? [])
      return rows.sort((a, b) => a.dashboard.id - b.dashboard.id).map(dashboardFrom)
    },
    async list(projectId, query, page) {
      const rows = dashboards.of('project', projectId).filter((row) => matchesQuery(row, query))
      return pageOfRows(rows.sort(inListOrder), page, dashboardFrom)
    },
    countLive: async (projectId) => liveRowsOf(state, projectId).length,
    async sizesAfter(projectId, afterId, limit) {
      const rows = liveRowsOf(state, projectId).filter(({ dashboard }) => dashboard.id > afterId)
      const inOrder = rows.sort((a, b) => a.dashboard.id - b.dashboard.id)
      return inOrder.slice(0, limit).map((row) => sizeOf(state, row))
    },
    // Writers run one after the other, so every row is already locked.
    lock: find,
    async insert(dashboard, index) {
      referenced(state.projects.get(dashboard.projectId), `project ${dashboard.projectId}`)
      return dashboardFrom(dashboards.insert(rowOf(state, { ...dashboard, id: ++ids.dashboards }, index)))
    },
    async update(dashboard, index) {
      const stored = dashboardRowOf(state, dashboard.projectId, dashboard.id)
      if (!stored) return
      const { createdAt, lastAccessedAt } = stored.dashboard
      const changed = rowOf(state, { ...dashboard, createdAt, lastAccessedAt }, index)
      dashboards.replace({ ...changed, createdById: stored.createdById })
    },
    async touch(projectId, dashboardId, lastAccessedAt) {
      const row = dashboardRowOf(state, projectId, dashboardId)
      if (row) dashboards.replace({ ...row, dashboard: { ...row.dashboard, lastAccessedAt } })
    },
  }
}

/** Returns a dashboard of this project, live or deleted. */
export function dashboardRowOf(state: MemoryState, projectId: number, dashboardId: number): DashboardRow | undefined {
  const row = state.dashboards.get(dashboardId)
  return row?.dashboard.projectId === projectId ? row : undefined
}

function liveRowsOf({ dashboards }: MemoryState, projectId: number): DashboardRow[] {
  return dashboards.of('project', projectId).filter(({ dashboard }) => !dashboard.deleted)
}

function sizeOf(state: MemoryState, { dashboard }: DashboardRow): DashboardSize {
  const tiles = state.tiles.of('dashboard', dashboard.id)
  const ofTiles = tiles.reduce((sum, tile) => sum + tileBytes(tile) + contentBytes(state, tile), 0)
  return { id: dashboard.id, rows: 1 + 2 * tiles.length, bytes: dashboardBytes(dashboard) + ofTiles }
}

function contentBytes({ insights, textCards }: MemoryState, { content }: Tile): number {
  if (content.kind === 'text') {
    const text = textCards.get(content.textId)
    return text ? textCardBytes(text) : 0
  }
  const row = insights.get(content.insightId)
  return row ? insightBytes(row.insight) : 0
}

function rowOf(state: MemoryState, { createdBy, ...dashboard }: Dashboard, index: DashboardIndex): DashboardRow {
  return { dashboard, createdById: knownOptionalUserId(state, createdBy), index }
}

function withCreator(state: MemoryState, { dashboard, createdById }: DashboardRow): Dashboard {
  return { ...dashboard, createdBy: optionalUserOf(state, createdById) }
}

function matchesQuery({ dashboard, index }: DashboardRow, query: DashboardQuery): boolean {
  if (dashboard.deleted !== (query.deleted ?? false) || !hasCreationMode(dashboard, query)) return false
  if (query.search !== undefined && !index.searchText.includes(query.search)) return false
  if (query.tags && !query.tags.some((tag) => dashboard.tags.includes(tag))) return false
  if (query.pinned !== undefined && dashboard.pinned !== query.pinned) return false
  return !(query.excludeGenerated && dashboard.name?.startsWith('Generated Dashboard'))
}

function hasCreationMode(dashboard: DashboardRow['dashboard'], { creationMode }: DashboardQuery): boolean {
  return creationMode === undefined ? dashboard.creationMode !== 'unlisted' : dashboard.creationMode === creationMode
}

function inListOrder(a: DashboardRow, b: DashboardRow): number {
  return (
    Number(b.dashboard.pinned) - Number(a.dashboard.pinned) ||
    compareText(a.index.sortName, b.index.sortName) ||
    a.dashboard.id - b.dashboard.id
  )
}

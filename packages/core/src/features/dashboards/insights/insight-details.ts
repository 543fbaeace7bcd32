import { type Dashboard, RESTRICTION_LEVELS, type RestrictionLevel } from '../../../data/records/dashboard.ts'
import type { Insight } from '../../../data/records/insight.ts'
import type { Tile } from '../../../data/records/tile.ts'
import type { ReadTransaction } from '../../../data/store.ts'
import type { ProjectAccess } from '../../../runtime/access/project-access.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { type DashboardAccess, type DashboardUserAccessLevel, dashboardAccess } from '../dashboard-access.ts'

/** One live tile that shows an insight or a text. */
export interface TilePlace {
  readonly id: number
  readonly dashboardId: number
  readonly deleted: boolean
}

/** The access of the caller to one insight, which its dashboards determine. */
export interface InsightAccess {
  readonly canEdit: boolean
  /** The highest restriction level of its dashboards; 21 without dashboards. */
  readonly effectiveRestrictionLevel: RestrictionLevel
  /** 37 if the caller can edit every dashboard that shows it (DASH-92). */
  readonly effectivePrivilegeLevel: RestrictionLevel
  readonly userAccessLevel: DashboardUserAccessLevel
}

/** An insight with the dashboards that show it, and the access of the caller. */
export interface InsightDetails extends Insight, InsightAccess {
  /** Ids of the dashboards that show it. */
  readonly dashboardIds: readonly number[]
  readonly dashboardTiles: readonly TilePlace[]
}

/**
 * Adds the fields that depend on the dashboards that show the insights, in three queries for any number of insights.
 */
export async function describeInsights(
  tx: ReadTransaction,
  ctx: ProjectContext,
  insights: readonly Insight[],
  access: ProjectAccess = ctx.access,
): Promise<InsightDetails[]> {
  const tiles = await tilesShowing(tx, ctx.project.id, insights)
  const dashboardIds = [...new Set(tiles.map((tile) => tile.dashboardId))]
  const dashboards = dashboardIds.length > 0 ? await tx.dashboards.findMany(ctx.project.id, dashboardIds) : []
  const accessTo = await dashboardAccess(tx, ctx, access, dashboards)
  const tilesOf = Map.groupBy(tiles, insightOf)
  const live = new Map(dashboards.flatMap((each) => (each.deleted ? [] : [[each.id, each] as const])))
  return insights.map((insight) => insightDetails(insight, tilesOf.get(insight.id) ?? [], live, accessTo))
}

/** Like {@link describeInsights}, for one insight. */
export async function describeInsight(
  tx: ReadTransaction,
  ctx: ProjectContext,
  insight: Insight,
  access: ProjectAccess = ctx.access,
): Promise<InsightDetails> {
  const [details] = await describeInsights(tx, ctx, [insight], access)
  if (!details) throw new Error('an insight was described as nothing')
  return details
}

async function tilesShowing(tx: ReadTransaction, projectId: number, insights: readonly Insight[]) {
  if (insights.length === 0) return []
  const contents = insights.map(({ id }) => ({ kind: 'insight' as const, insightId: id }))
  return (await tx.tiles.showing(projectId, contents)).filter((tile) => !tile.deleted)
}

function insightOf({ content }: Tile): number | undefined {
  return content.kind === 'insight' ? content.insightId : undefined
}

function insightDetails(
  insight: Insight,
  tiles: readonly Tile[],
  dashboards: ReadonlyMap<number, Dashboard>,
  accessTo: (dashboard: Dashboard) => DashboardAccess,
): InsightDetails {
  const shown = tiles.filter((tile) => dashboards.has(tile.dashboardId))
  const accesses = shown.flatMap((tile) => {
    const dashboard = dashboards.get(tile.dashboardId)
    return dashboard ? [accessTo(dashboard)] : []
  })
  return {
    ...insight,
    ...insightAccess(accesses),
    dashboardIds: shown.map((tile) => tile.dashboardId),
    dashboardTiles: shown.map(tilePlaceOf),
  }
}

export function tilePlaceOf({ id, dashboardId, deleted }: Tile): TilePlace {
  return { id, dashboardId, deleted }
}

function insightAccess(accesses: readonly DashboardAccess[]): InsightAccess {
  const { everyoneCanEdit, onlyCollaboratorsCanEdit } = RESTRICTION_LEVELS
  const canEdit = accesses.every((access) => access.canEdit)
  const isRestricted = accesses.some((access) => access.effectiveRestrictionLevel === onlyCollaboratorsCanEdit)
  return {
    canEdit,
    effectiveRestrictionLevel: isRestricted ? onlyCollaboratorsCanEdit : everyoneCanEdit,
    effectivePrivilegeLevel: canEdit ? onlyCollaboratorsCanEdit : everyoneCanEdit,
    userAccessLevel: canEdit ? 'editor' : 'viewer',
  }
}

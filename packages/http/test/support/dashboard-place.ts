import type { JsonObject } from '@flagdeck/core'
import { expect } from 'vitest'
import type { ApiResponse } from './api-response.ts'
import type { Person } from './world.ts'

/** One record of each kind that belongs to dashboards, all in one project. */
export interface DashboardPlace {
  /** A restricted dashboard with two tiles and one invited user. */
  readonly dashboardId: number
  /** A text tile of the restricted dashboard. */
  readonly textTileId: number
  readonly insightTileId: number
  /** A dashboard that all members may edit, with one tile. */
  readonly otherDashboardId: number
  readonly otherTileId: number
  /** An insight of the restricted dashboard. */
  readonly insightId: number
  readonly templateId: string
  /** A user who was invited to edit the restricted dashboard. */
  readonly collaboratorUuid: string
  /** A user who was not invited. */
  readonly uninvitedUuid: string
}

const QUERY = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: '$feature_flag_called' }] }
const TILE = { type: 'INSIGHT', name: 'in-place', description: '', query: QUERY, layouts: {}, color: null }

/** A template that creates one insight. */
export const TEMPLATE = {
  template_name: 'in-place',
  dashboard_description: '',
  dashboard_filters: {},
  tiles: [TILE],
} as const satisfies JsonObject

/** Creates two dashboards with tiles, an invitation and a template. */
export async function fillDashboards(
  owner: Person,
  projectId: number,
  invited: Person,
  uninvited: Person,
): Promise<DashboardPlace> {
  const project = `/api/projects/${projectId}/`
  const fromTemplate = async () =>
    ok(await owner.post(`${project}dashboards/create_from_template_json/`, { template: TEMPLATE }))
  const [one, other] = [await fromTemplate(), await fromTemplate()]
  const dashboard = `${project}dashboards/${one.id}/`
  const text = ok(await owner.post(`${dashboard}create_text_tile/`, { body: 'in-place' }))
  ok(await owner.patch(dashboard, { restriction_level: 37 }))
  ok(await owner.post(`${dashboard}collaborators/`, { user_uuid: invited.user.uuid, level: 37 }))
  const template = ok(await owner.post(`${project}dashboard_templates/`, TEMPLATE))
  const [insightTile, otherTile] = [firstTile(one), firstTile(other)]
  return {
    dashboardId: Number(one.id),
    textTileId: Number(text.id),
    insightTileId: insightTile.id,
    otherDashboardId: Number(other.id),
    otherTileId: otherTile.id,
    insightId: insightTile.insight.id,
    templateId: String(template.id),
    collaboratorUuid: invited.user.uuid,
    uninvitedUuid: uninvited.user.uuid,
  }
}

function ok({ status, body, text }: ApiResponse): JsonObject {
  expect(status, text ?? '').toBeLessThan(300)
  return body
}

interface InsightTile {
  readonly id: number
  readonly insight: { readonly id: number }
}

function firstTile({ tiles }: JsonObject): InsightTile {
  const [tile] = tiles as unknown as readonly InsightTile[] // validated against its schema
  if (!tile) throw new Error('the dashboard has no tile')
  return tile
}

/** The paths that show every effect of a request on dashboards, except when they were last accessed. */
export function dashboardPicturePaths(place: Partial<DashboardPlace> & { readonly projectId: number }): string[] {
  const { projectId, dashboardId, otherDashboardId } = place
  if (dashboardId === undefined) return []
  const project = `/api/projects/${projectId}/`
  return [
    `${project}dashboards/${dashboardId}/export_template/`,
    `${project}dashboards/${otherDashboardId}/export_template/`,
    `${project}dashboards/${dashboardId}/activity/`,
    `${project}dashboards/${otherDashboardId}/activity/`,
    `${project}dashboards/${dashboardId}/collaborators/`,
    `${project}insights/`,
    `${project}dashboard_templates/`,
  ]
}

import type { JsonObject } from '@flagdeck/core'
import { expect } from 'vitest'
import type { ApiResponse } from './api-response.ts'
import type { Person } from './world.ts'

/** One of everything that has to do with dashboards, all in one project. */
export interface DashboardPlace {
  /** A restricted one with two tiles and one invited user. */
  readonly dashboardId: number
  /** On the restricted one. */
  readonly textTileId: number
  readonly insightTileId: number
  /** Open to everybody, with one tile. */
  readonly otherDashboardId: number
  readonly otherTileId: number
  /** On the restricted one. */
  readonly insightId: number
  readonly templateId: string
  /** Was invited to edit the restricted one. */
  readonly collaboratorUuid: string
  /** Was not. */
  readonly uninvitedUuid: string
}

const QUERY = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: '$feature_flag_called' }] }
const TILE = { type: 'INSIGHT', name: 'in-place', description: '', query: QUERY, layouts: {}, color: null }

/** A template that makes one insight. */
export const TEMPLATE = {
  template_name: 'in-place',
  dashboard_description: '',
  dashboard_filters: {},
  tiles: [TILE],
} as const satisfies JsonObject

/** Makes two dashboards with tiles, an invitation and a template. */
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
  const [tile] = tiles as unknown as readonly InsightTile[] // checked against its schema
  if (!tile) throw new Error('the dashboard has no tile')
  return tile
}

/** Where to see what a request could have changed about dashboards, but not when they were last looked at. */
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

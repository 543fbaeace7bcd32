import type { Output } from '../../api/call.ts'
import { connected } from '../../api/connection.ts'
import { openProject, runsOrganization, session } from '../../session.ts'
import { dashboards as text } from '../../text/dashboards.ts'

export type Dashboard = Output<'retrieveDashboard'>
export type Tile = Dashboard['tiles'][number]
export type ListedDashboard = Output<'listDashboards'>['results'][number]

/** Restriction and privilege levels of the API. */
export const ANYBODY = 21
export const INVITED = 37

/** Returns the input of the endpoints of one dashboard. */
export function inputOf(id: number) {
  return { params: { project_id: openProject().id, id } }
}

type Access = Pick<ListedDashboard, 'effective_privilege_level' | 'created_by'>

/** Whether the signed-in user may edit a dashboard. */
export function mayChange({ effective_privilege_level }: Access): boolean {
  return effective_privilege_level >= INVITED
}

/** Whether the signed-in user can edit a dashboard now. */
export function canWrite(dashboard: Access): boolean {
  return mayChange(dashboard) && connected.value
}

/** Whether the signed-in user may change the access to a dashboard (DASH-83). */
export function mayRestrict({ created_by }: Access): boolean {
  return runsOrganization.value || created_by?.email === session.value?.user.email
}

export function dashboardName({ name }: Pick<ListedDashboard, 'name'>): string {
  return name || text.unnamed
}

/** Returns the name of a tile. The name of a text is its first line. */
export function tileName({ insight, text: card }: Tile): string {
  if (insight) return insight.name || insight.derived_name || text.unnamed
  const first = card?.body?.split('\n').find((line) => line.trim() !== '')
  return first?.replace(/^#+\s*/, '').slice(0, NAME_LENGTH) || text.textTile
}

const NAME_LENGTH = 80

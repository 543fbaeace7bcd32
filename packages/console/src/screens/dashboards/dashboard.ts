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

/** What the endpoints of one dashboard are called with. */
export function inputOf(id: number) {
  return { params: { project_id: openProject().id, id } }
}

type Access = Pick<ListedDashboard, 'effective_privilege_level' | 'created_by'>

/** Whether the signed-in person may change a dashboard. */
export function mayChange({ effective_privilege_level }: Access): boolean {
  return effective_privilege_level >= INVITED
}

/** Whether a dashboard can be changed now. */
export function canWrite(dashboard: Access): boolean {
  return mayChange(dashboard) && connected.value
}

/** Whether the signed-in person may say who else may edit it (DASH-83). */
export function mayRestrict({ created_by }: Access): boolean {
  return runsOrganization.value || created_by?.email === session.value?.user.email
}

export function dashboardName({ name }: Pick<ListedDashboard, 'name'>): string {
  return name || text.unnamed
}

/** What a tile is called: a text has its first line for a name. */
export function tileName({ insight, text: card }: Tile): string {
  if (insight) return insight.name || insight.derived_name || text.unnamed
  const first = card?.body?.split('\n').find((line) => line.trim() !== '')
  return first?.replace(/^#+\s*/, '').slice(0, NAME_LENGTH) || text.textTile
}

const NAME_LENGTH = 80

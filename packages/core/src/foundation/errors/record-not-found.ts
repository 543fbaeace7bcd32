import { clip } from '../validation/clip.ts'
import { DomainError, NOT_FOUND } from './domain-error.ts'

/** The kinds of records that operations find by an id, with the name of the parameter for that id. */
const ID_NAMES = {
  Project: 'projectId',
  Organization: 'organizationId',
  Flag: 'flagId',
  'Early access feature': 'featureId',
  'Role access': 'accessId',
  Cohort: 'cohortId',
  'Cohort member': 'distinctId',
  Dashboard: 'dashboardId',
  Tile: 'tileId',
  Collaborator: 'userUuid',
  Template: 'templateId',
  Insight: 'insightId',
  Person: 'distinctId',
  Group: 'groupKey',
  'Group type': 'groupTypeIndex',
  Role: 'roleId',
  'Role membership': 'membershipId',
  Member: 'userUuid',
  User: 'user',
  Invitation: 'invitationId',
  'API key': 'keyId',
  Session: 'sessionId',
} as const

export type RecordKind = keyof typeof ID_NAMES

/** Where a record was searched: in a project or an organization, or on a dashboard. */
export type Place =
  | { readonly project: { readonly id: number } }
  | { readonly organization: { readonly id: string } }
  | { readonly dashboardId: number }

/**
 * Returns the error for an id without a record (EMBED-43): `Flag 99 not found in project 1.`
 *
 * @param detail the text that the API reports instead, which existing clients know
 */
export function recordNotFound(kind: RecordKind, id: unknown, place?: Place, detail: string = NOT_FOUND): DomainError {
  const message = `${kind} ${shownId(id)} not found${place ? shownPlace(place) : ''}.`
  return new DomainError('not_found', message, ID_NAMES[kind], { apiDetail: detail })
}

function shownId(id: unknown): string {
  return typeof id === 'string' ? `"${clip(id)}"` : clip(String(id))
}

function shownPlace(place: Place): string {
  if ('project' in place) return ` in project ${place.project.id}`
  if ('organization' in place) return ` in organization ${place.organization.id}`
  return ` on dashboard ${place.dashboardId}`
}

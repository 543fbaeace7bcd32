import type { JsonObject } from '@flagdeck/core'
import { earlyAccessId } from '@flagdeck/core/operations'
import { expect } from 'vitest'
import { flagdeckRoutes } from '../../src/api/flagdeck-application.ts'
import { fillPath } from '../../src/rest/routing/path-template.ts'
import { type ApiResponse, resultsOf } from './api-response.ts'
import type { ApiUnderTest } from './api-under-test.ts'
import { signedIn } from './browser.ts'
import type { Caller } from './caller.ts'
import { type DashboardPlace, dashboardPicturePaths, fillDashboards, TEMPLATE } from './dashboard-place.ts'
import type { Person, World } from './world.ts'

/** One record of each kind that a path can name, all in one project. */
export interface Place extends Partial<DashboardPlace> {
  readonly projectId: number
  readonly organizationId: string
  readonly flagId: number
  /** A static cohort with one member. */
  readonly cohortId: number
  /** A stored person, who is a member of the cohort. */
  readonly distinctId: string
  /** The index of a group type that has a group `in-place`. */
  readonly groupTypeIndex: number
  readonly roleAccessId: number
  readonly roleId: string
  readonly roleMembershipId: string
  /** An open invitation. */
  readonly invitationId: string
  /** The token of an invitation for the owner to the organization of which they are not a member. */
  readonly foreignToken: string
  /** A key of the owner whose scope only allows reading its own user. */
  readonly personalKeyId: string
  /** A session of the owner. */
  readonly sessionId: string
  /** A role without access to the flag. */
  readonly otherRoleId: string
  /** A member without the role. */
  readonly otherUserUuid: string
}

export type EndpointOfApi = (typeof flagdeckRoutes)[number]['endpoint']

/** The endpoints that take a personal key. */
export const KEY_ENDPOINTS: readonly EndpointOfApi[] = flagdeckRoutes
  .map(({ endpoint }) => endpoint)
  .filter(({ auth }) => auth === 'personal_api_key')

/** The endpoints among them whose path names a project or organization. The others only concern the caller. */
export const PLACED_ENDPOINTS: readonly EndpointOfApi[] = KEY_ENDPOINTS.filter(({ path }) =>
  /\{(project|organization)_id\}/.test(path),
)

/** Creates a place in the world's own organization, with dashboards if the endpoint needs them. */
export async function newPlace(world: World, endpoint: Pick<EndpointOfApi, 'path'>): Promise<Place> {
  const { owner, member, colleague, project, organization } = world
  const place = {
    ...(await fillPlace(owner, project.id, organization.id, member, colleague)),
    ...(await fillPeople(world.api, world.outsider, world.foreign.organization.id, owner, organization.id)),
  }
  if (!hasDashboards(endpoint)) return place
  await chartFlag(owner, place)
  return { ...place, ...(await fillDashboards(owner, project.id, member, colleague)) }
}

/** Creates a place in the organization to which the world's users have no access. */
export async function newForeignPlace(
  { api, outsider, bystander, stranger, foreign, owner, organization: home }: World,
  endpoint: Pick<EndpointOfApi, 'path'>,
): Promise<Place> {
  const { project, organization } = foreign
  const place = {
    ...(await fillPlace(outsider, project.id, organization.id, outsider, outsider)),
    ...(await fillPeople(api, owner, home.id, outsider, organization.id)),
  }
  if (!hasDashboards(endpoint)) return place
  await chartFlag(outsider, place)
  return { ...place, ...(await fillDashboards(outsider, project.id, bystander, stranger)) }
}

async function chartFlag(owner: Person, { projectId, flagId }: Place): Promise<void> {
  const { status } = await owner.post(`/api/projects/${projectId}/feature_flags/${flagId}/dashboard/`)
  expect(status).toBe(200)
}

function hasDashboards({ path }: Pick<EndpointOfApi, 'path'>): boolean {
  return /dashboard|insights/.test(path)
}

/** Records about users: of the owner, in their own organization and in the one of which they are not a member. */
async function fillPeople(
  api: ApiUnderTest,
  foreignOwner: Person,
  foreignId: string,
  owner: Person,
  organizationId: string,
) {
  const invites = (id: string) => `/api/organizations/${id}/invites/`
  const invitation = await owner.post(invites(organizationId), { target_email: `in-place@${organizationId}.test` })
  const foreign = await foreignOwner.post(invites(foreignId), { target_email: owner.user.email })
  const key = await owner.post('/api/personal_api_keys/', {
    label: 'in-place',
    scopes: ['user:read'],
  })
  for (const { status, text } of [invitation, foreign, key]) expect(status, text ?? '').toBe(201)
  return {
    invitationId: String(invitation.body.id),
    foreignToken: String(foreign.body.token),
    personalKeyId: String(key.body.id),
    sessionId: await newSessionId(api, owner),
  }
}

/** Another session of a user. */
async function newSessionId(api: ApiUnderTest, person: Person): Promise<string> {
  const { body } = await (await signedIn(api, person)).get('/api/session/')
  return (body.session as { id: string }).id // validated against its schema
}

async function fillPlace(
  owner: Person,
  projectId: number,
  organizationId: string,
  withRole: Person,
  withoutRole: Person,
): Promise<Omit<Place, keyof Awaited<ReturnType<typeof fillPeople>>>> {
  const flags = `/api/projects/${projectId}/feature_flags/`
  const roles = `/api/organizations/${organizationId}/roles/`
  const flag = await owner.post(flags, { key: 'in-place', has_enriched_analytics: true, early_access: OFFERED })
  const [role, other] = [await owner.post(roles, { name: 'One' }), await owner.post(roles, { name: 'Other' })]
  const membership = await owner.post(`${roles}${role.body.id}/role_memberships/`, { user_uuid: withRole.user.uuid })
  const access = await owner.post(`${flags}${flag.body.id}/role_access/`, { role_id: role.body.id })
  for (const { status } of [flag, role, other, membership, access]) expect(status).toBe(201)
  return {
    projectId,
    organizationId,
    flagId: Number(flag.body.id),
    ...(await fillSegments(owner, projectId)),
    roleAccessId: Number(access.body.id),
    roleId: String(role.body.id),
    roleMembershipId: String(membership.body.id),
    otherRoleId: String(other.body.id),
    otherUserUuid: withoutRole.user.uuid,
  }
}

/** The early access feature of the flag. */
const OFFERED = { name: 'In place', stage: 'beta', created_at: '2026-01-01T00:00:00Z' }

/** Creates a cohort, a person in it, and a group. */
async function fillSegments(owner: Person, projectId: number) {
  const project = `/api/projects/${projectId}/`
  // A person of one project must be unknown in another.
  const distinctId = `in-place-${projectId}`
  const cohort = await owner.post(`${project}cohorts/`, { name: 'in-place', is_static: true })
  const cohortId = Number(cohort.body.id)
  const members = { distinct_ids: [distinctId] }
  const added = await owner.post(`${project}cohorts/${cohortId}/add_persons_to_static_cohort/`, members)
  const person = await owner.patch(`${project}persons/${distinctId}/`, { properties: { plan: 'in-place' } })
  const type = await owner.post(`${project}groups_types/`, { group_type: 'in-place' })
  const groupTypeIndex = Number(type.body.group_type_index)
  const group = await owner.post(`${project}groups/`, { group_type_index: groupTypeIndex, group_key: 'in-place' })
  for (const { status, text } of [cohort, added, person, type, group]) expect(status, text ?? '').toBeLessThan(300)
  return { cohortId, distinctId, groupTypeIndex }
}

/** A valid body for each endpoint. */
const BODIES: Readonly<Record<string, (place: Place) => JsonObject>> = {
  feature_flags_create: () => ({ key: 'made-by-a-test' }),
  feature_flags_partial_update: () => ({ name: 'changed by a test' }),
  feature_flags_update: () => ({ key: 'changed-by-a-test' }),
  feature_flags_user_blast_radius_create: () => ({ condition: { properties: [] } }),
  feature_flags_bulk_user_blast_radius_create: () => ({ conditions: [{ condition: { properties: [] } }] }),
  feature_flags_preview_create: () => ({ active: false }),
  feature_flags_bulk_keys_create: ({ flagId }) => ({ ids: [flagId] }),
  feature_flags_bulk_delete_create: ({ flagId }) => ({ ids: [flagId] }),
  feature_flags_bulk_update_tags_create: ({ flagId }) => ({ ids: [flagId], action: 'add', tags: ['by a test'] }),
  organization_feature_flags_copy_flags_create: copyInPlace,
  organization_feature_flags_copy_flags_dependency_requirements_create: copyInPlace,
  feature_flags_test_evaluation_create: () => ({ distinct_id: 'u1' }),
  feature_flags_decisions_create: () => ({ distinct_id: 'u1' }),
  feature_flags_role_access_create: ({ otherRoleId }) => ({ role_id: otherRoleId }),
  early_access_feature_create: () => ({ name: 'Made by a test', stage: 'beta' }),
  early_access_feature_partial_update: () => ({ name: 'Changed by a test' }),
  roles_create: () => ({ name: 'Made by a test' }),
  roles_partial_update: () => ({ name: 'Changed by a test' }),
  role_memberships_create: ({ otherUserUuid }) => ({ user_uuid: otherUserUuid }),
  organizations_partial_update: () => ({ default_feature_flags_access_level: 37 }),
  // The member's own level: raising it requires an unrestricted key (PEOPLE-2).
  members_partial_update: () => ({ level: 1 }),
  invites_create: () => ({ target_email: 'made-by-a-test@flagdeck.test' }),
  invites_accept_create: ({ foreignToken }) => ({ token: foreignToken }),
  personal_api_keys_create: () => ({ label: 'made by a test', scopes: ['user:read'] }),
  projects_create: () => ({ name: 'Made by a test' }),
  organizations_create: ({ personalKeyId }) => ({ name: `Made for ${personalKeyId}` }),
  organization_projects_create: () => ({ name: 'Made by a test' }),
  projects_partial_update: () => ({ name: 'Changed by a test' }),
  organization_projects_partial_update: () => ({ name: 'Changed by a test' }),
  projects_import_create: () => ({
    document: { flagdeck_export: 1, flags: [{ key: 'imported-by-a-test', filters: { groups: [{}] } }] },
  }),
  cohorts_create: () => ({ name: 'made by a test', is_static: true }),
  cohorts_partial_update: () => ({ name: 'changed by a test' }),
  cohorts_add_persons_to_static_cohort_create: () => ({ distinct_ids: ['added-by-a-test'] }),
  cohorts_add_persons_to_static_cohort_partial_update: () => ({ distinct_ids: ['added-by-a-test'] }),
  cohorts_remove_person_from_static_cohort_partial_update: ({ distinctId }) => ({ person_id: distinctId }),
  persons_partial_update: () => ({ properties: { changed: 'by a test' } }),
  persons_update_property_create: () => ({ key: 'changed', value: 'by a test' }),
  persons_delete_property_create: () => ({ $unset: 'plan' }),
  dashboards_create: () => ({ name: 'made by a test' }),
  dashboards_partial_update: () => ({ name: 'changed by a test' }),
  dashboards_update: () => ({ name: 'changed by a test' }),
  dashboards_create_from_template_json_create: () => ({ template: TEMPLATE }),
  dashboards_move_tile_partial_update: (place) => moved(place),
  dashboards_move_tile_create: (place) => moved(place),
  dashboards_copy_tile_create: ({ otherDashboardId = 0, otherTileId = 0 }) => ({
    fromDashboardId: otherDashboardId,
    tileId: otherTileId,
  }),
  dashboards_reorder_tiles_create: ({ textTileId = 0 }) => ({ tile_order: [textTileId] }),
  dashboards_delete_tile_create: ({ textTileId = 0 }) => ({ tile_id: textTileId }),
  dashboards_create_text_tile_create: () => ({ body: 'made by a test' }),
  dashboards_update_text_tile_create: ({ textTileId = 0 }) => ({ tile_id: textTileId, body: 'changed by a test' }),
  dashboards_update_tile_create: ({ insightTileId = 0 }) => ({ tile_id: insightTileId, color: 'blue' }),
  dashboards_collaborators_create: ({ uninvitedUuid = '' }) => ({ user_uuid: uninvitedUuid, level: 37 }),
  dashboard_templates_create: () => ({ ...TEMPLATE, template_name: 'made by a test' }),
  dashboard_templates_partial_update: () => ({ template_name: 'changed by a test' }),
  insights_create: () => ({ name: 'made by a test' }),
  insights_partial_update: () => ({ name: 'changed by a test' }),
  query_create: () => ({ query: { kind: 'FlagHealthQuery', report: 'rollout' } }),
  groups_types_create: () => ({ group_type: 'made by a test' }),
  groups_types_partial_update: () => ({ group_type: 'changed by a test' }),
  groups_create: ({ groupTypeIndex }) => ({ group_type_index: groupTypeIndex, group_key: 'made-by-a-test' }),
}

function copyInPlace({ projectId }: Place): JsonObject {
  return { feature_flag_key: 'in-place', from_project: projectId, target_project_ids: [projectId] }
}

function moved({ textTileId = 0, otherDashboardId = 0 }: Place): JsonObject {
  return { tile: { id: textTileId }, to_dashboard: otherDashboardId }
}

/** The required query of each endpoint. */
const QUERIES: Readonly<Record<string, (place: Place) => string>> = {
  activity_log_list: ({ flagId }) => `?scope=FeatureFlag&item_id=${flagId}`,
  feature_flags_evaluation_reasons_retrieve: () => '?distinct_id=u1',
  groups_list: ({ groupTypeIndex }) => `?group_type_index=${groupTypeIndex}`,
  persons_values_list: () => '?key=plan',
  groups_find_retrieve: ({ groupTypeIndex }) => `?group_type_index=${groupTypeIndex}&group_key=in-place`,
}

/** Sends a valid request for this place to an endpoint. */
export function callAt(
  caller: Caller,
  endpoint: EndpointOfApi,
  place: Place,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiResponse> {
  const json = bodyAt(endpoint, place)
  return caller.send(endpoint.method, urlAt(endpoint, place), json === undefined ? { headers } : { headers, json })
}

/** A valid body for an endpoint at this place; undefined when it takes none. */
export function bodyAt({ operationId, body }: EndpointOfApi, place: Place): JsonObject | undefined {
  const json = BODIES[operationId]?.(place)
  if (body !== undefined && json === undefined) throw new Error(`no body for ${operationId}`)
  return json
}

/** The path of an endpoint with the ids of a place, and the required query. */
export function urlAt({ path, operationId }: EndpointOfApi, place: Place): string {
  return pathAt(path, place) + (QUERIES[operationId]?.(place) ?? '')
}

function pathAt(path: string, place: Place): string {
  return fillPath(path, (name) => {
    if (name === 'project_id') return String(place.projectId)
    if (name === 'organization_id') return place.organizationId
    if (name === 'role_id') return place.roleId
    if (name === 'distinct_id') return place.distinctId
    if (name === 'group_type_index') return String(place.groupTypeIndex)
    if (name === 'group_key') return 'in-place'
    if (name === 'key' && path.includes('/organizations/')) return 'in-place'
    if (name === 'version') return '1'
    if (path.includes('/members/')) return place.otherUserUuid
    if (name === 'user_uuid') return place.collaboratorUuid ?? ''
    if (path.includes('/api/sessions/')) return place.sessionId
    if (path.includes('/personal_api_keys/')) return place.personalKeyId
    if (path.includes('/invites/')) return place.invitationId
    if (path.includes('/dashboards/')) return String(place.dashboardId)
    if (path.includes('/dashboard_templates/')) return String(place.templateId)
    if (path.includes('/insights/')) return String(place.insightId)
    if (path.includes('/cohorts/')) return String(place.cohortId)
    if (path.includes('early_access_feature/{id}')) return earlyAccessId(place.flagId)
    if (path.includes('role_access/{id}') && name === 'id') return String(place.roleAccessId)
    return path.includes('role_memberships/{id}') ? place.roleMembershipId : String(place.flagId)
  })
}

/** Whether the call was allowed; a hard delete is declared to return 405. */
export function isAllowed({ status }: ApiResponse, endpoint: EndpointOfApi): boolean {
  return status < 300 || (endpoint.status === 405 && status === 405)
}

/** A snapshot of everything in a place that a request could have changed, as its owner sees it. */
export async function pictureOf(owner: Caller, place: Place) {
  const { projectId, organizationId, flagId, cohortId, groupTypeIndex } = place
  const project = `/api/projects/${projectId}/`
  const flags = `${project}feature_flags/`
  const organization = `/api/organizations/${organizationId}/`
  const paths = [
    flags,
    `${flags}${flagId}/`,
    `${flags}activity/?limit=1000`,
    `${flags}${flagId}/role_access/`,
    organization,
    `${organization}roles/`,
    `${organization}members/`,
    `${organization}projects/`,
    `${organization}invites/`,
    `/api/personal_api_keys/${place.personalKeyId}/`,
    project,
    `${project}cohorts/`,
    `${project}cohorts/${cohortId}/persons/`,
    `${project}persons/`,
    `${project}groups_types/`,
    `${project}groups/?group_type_index=${groupTypeIndex}`,
    ...dashboardPicturePaths(place),
  ]
  const texts = await Promise.all(paths.map(async (path) => (await owner.get(path)).text))
  return [...texts, await peopleLogOf(owner, organization)]
}

/** The activity of the organization, except for keys, which tests create concurrently. */
async function peopleLogOf(owner: Caller, organization: string): Promise<string> {
  const log = resultsOf(await owner.get(`${organization}activity_log/?page_size=1000`))
  return JSON.stringify(log.filter(({ scope }) => scope !== 'PersonalAPIKey'))
}

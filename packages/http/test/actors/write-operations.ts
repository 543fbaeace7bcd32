import type { JsonObject, JsonValue } from '@flagdeck/core'
import { EARLY_ACCESS_STAGES } from '@flagdeck/core/operations'
import { flagdeckRoutes } from '../../src/api/flagdeck-application.ts'
import type { PlainRequestOptions } from '../../src/rest/plain-request.ts'
import { fillPath } from '../../src/rest/routing/path-template.ts'
import type { EndpointOfApi } from '../support/place.ts'
import type { Draw } from './draw.ts'
import type { Kind } from './pools.ts'
import { inCohort, LISTED, type ProtectedWorld, planIs } from './protected-world.ts'

/** The world in which a sequence runs. */
export interface Scene extends ProtectedWorld {
  /** The public token in the requests of SDKs. */
  readonly token: string
}

export interface Attempt extends Pick<PlainRequestOptions, 'json' | 'body' | 'headers'> {
  readonly method: string
  readonly url: string
}

/** All endpoints that may write: all except those that only read, and those that receive events in the query. */
export const WRITING_ENDPOINTS: readonly EndpointOfApi[] = flagdeckRoutes
  .map(({ endpoint }) => endpoint)
  .filter(({ method, query }) => method !== 'GET' || Object.hasOwn(query?.shape ?? {}, 'data'))
  // Signing in and changing one's own sessions are not about permissions: SESS-1 to SESS-10 test them.
  .filter(({ tag, path }) => tag !== 'sessions' || path.includes('{organization_id}'))

interface Content extends Omit<Attempt, 'method' | 'url'> {
  readonly query?: string
  /** The ids in the path, where they must match the body. */
  readonly ids?: Readonly<Record<string, number>>
}

type Writer = (draw: Draw, world: Scene) => Content
type Body = (draw: Draw, world: Scene) => JsonObject

const TEMPLATE = { template_name: 'T', dashboard_description: '', dashboard_filters: {} }
const PERSONS = [...LISTED, 'carol', 'dora'] as const
const NAMES = ['x', 'y'] as const

const nothing: Writer = () => ({})
const byToken: Writer = (_, { token }) => ({ query: `?token=${token}` })
const json =
  (body: Body): Writer =>
  (draw, world) => ({ json: body(draw, world) })
/** Sends one of several bodies. */
const oneOf = (...bodies: readonly Body[]): Writer => json((draw, world) => draw.from(bodies)(draw, world))

const idOf = (kind: Kind, draw: Draw, { pools }: ProtectedWorld): number => Number(draw.recentFrom(pools[kind]))
/** A tile, with its dashboard in the path. */
const onTile =
  (body: (tileId: number, draw: Draw, world: Scene) => JsonObject): Writer =>
  (draw, world) => {
    const { of, id } = draw.recentFrom(world.pools.tilesOfDashboards)
    return { ids: { id: of }, json: body(id, draw, world) }
  }
const user = (draw: Draw, { owner, admin, member, colleague, outsider }: ProtectedWorld) =>
  draw.from([owner, admin, member, colleague, outsider]).user

/** Filters that no flag of the world has. */
function filters(draw: Draw, world: ProtectedWorld): JsonObject {
  if (draw.chance()) return inCohort(idOf('cohort', draw, world))
  return { groups: [{ properties: [], rollout_percentage: draw.below(101) }] }
}

function criteria(draw: Draw, world: ProtectedWorld): JsonObject {
  if (draw.chance()) return planIs(draw.from(['free', 'none']))
  return { properties: { key: 'id', type: 'cohort', value: idOf('cohort', draw, world) } }
}

function text(draw: Draw, world: ProtectedWorld): JsonObject {
  const author = { created_by: { id: user(draw, world).id } }
  return draw.chance() ? { body: draw.from(NAMES), ...author } : { id: idOf('text', draw, world), body: 'z', ...author }
}

const flagChanges: readonly Body[] = [
  () => ({ active: false }),
  () => ({ active: true }),
  () => ({ deleted: true }),
  () => ({ deleted: false }),
  (draw) => ({ key: draw.from(['gone', 'charted', `k${draw.below(99)}`]) }),
  (draw, world) => ({ filters: filters(draw, world) }),
  (draw, world) => ({ analytics_dashboards: [idOf('dashboard', draw, world)] }),
  () => ({ name: 'changed', has_enriched_analytics: true }),
]

const dashboardChanges: readonly Body[] = [
  (draw, world) => ({ tiles: [{ text: text(draw, world) }] }),
  (draw, world) => ({ tiles: [{ id: idOf('tile', draw, world), deleted: draw.chance(), color: 'red' }] }),
  (draw, world) => ({ duplicate_tiles: [{ id: idOf('tile', draw, world) }] }),
  (draw) => ({ deleted: true, delete_insights: draw.chance() }),
  () => ({ deleted: false }),
  (draw) => ({ restriction_level: draw.from([21, 37]) }),
  () => ({ name: 'changed', filters: { date_from: '-1d' } }),
]

const moved = onTile((id, draw, world) => ({ tile: { id }, to_dashboard: idOf('dashboard', draw, world) }))
const changedDashboard: Writer = (draw, world) =>
  draw.chance()
    ? oneOf(...dashboardChanges)(draw, world)
    : onTile((id) => draw.from([{ tiles: [{ id, deleted: draw.chance() }] }, { duplicate_tiles: [{ id }] }]))(
        draw,
        world,
      )

const EVENTS = ['$identify', '$set', '$groupidentify', '$create_alias', '$feature_flag_called', 'anything'] as const

function event(draw: Draw, { token }: Scene): JsonObject {
  const properties: JsonObject = {
    token,
    $set: { plan: draw.from(NAMES) },
    $unset: ['plan'],
    $anon_distinct_id: draw.from(PERSONS),
    alias: draw.from(PERSONS),
    $group_type: draw.from(['organization', 'company', 'made-up']),
    $group_key: 'acme',
    $group_set: { plan: 'x' },
    $feature_flag: draw.from(['split', 'on-list', 'k']),
    $feature_flag_response: 'a',
  }
  return { event: draw.from(EVENTS), distinct_id: draw.from(PERSONS), properties }
}

const capture = json((draw, world) => ({ token: world.token, ...event(draw, world) }))
const captureBatch = json((draw, world) => ({
  api_key: world.token,
  batch: [event(draw, world), event(draw, world)],
}))
const captureQuery: Writer = (draw, world) => {
  const sent = { token: world.token, ...event(draw, world) }
  return { query: `?data=${encodeURIComponent(btoa(JSON.stringify(sent)))}` }
}
const evaluation = json((draw, world) => ({
  token: world.token,
  distinct_id: draw.from(PERSONS),
  $anon_distinct_id: draw.from(PERSONS),
  person_properties: { plan: draw.from(NAMES) },
}))
const ofrep = json((draw) => ({ context: { targetingKey: draw.from(PERSONS), plan: 'x' } }))
const unleash = json((draw) => ({
  appName: 'a',
  instanceId: 'i',
  bucket: { start: '2026-01-01', stop: '2026-01-02', toggles: { [draw.from(['split', 'k'])]: { yes: 1, no: 0 } } },
}))
const persons: Writer = (draw) => {
  const person = draw.from(['dora', 'carol'])
  if (draw.chance()) return { json: { distinct_ids: [person] } }
  return { body: `distinct_id\n${person}`, headers: { 'content-type': 'text/csv' } }
}
const project = oneOf(
  () => ({ name: 'changed' }),
  () => ({ timezone: 'Europe/Berlin' }),
)

/** The request to each endpoint. A new endpoint that writes needs a line here. */
export const WRITES: Readonly<Record<string, Writer>> = {
  feature_flags_create: json((draw, world) => ({
    key: draw.chance() ? `k${draw.below(99)}` : draw.from(['gone', 'split']),
    filters: filters(draw, world),
    created_by: { id: user(draw, world).id },
  })),
  feature_flags_partial_update: oneOf(...flagChanges),
  feature_flags_update: json((draw, world) => ({ key: `k${draw.below(99)}`, ...draw.from(flagChanges)(draw, world) })),
  feature_flags_destroy: nothing,
  feature_flags_test_evaluation_create: json((draw) => ({ distinct_id: draw.from(PERSONS) })),
  feature_flags_decisions_create: json((draw) => ({ distinct_id: draw.from(PERSONS) })),
  feature_flags_user_blast_radius_create: json((draw, world) => ({
    condition: { properties: [{ key: 'id', type: 'cohort', value: idOf('cohort', draw, world) }] },
  })),
  feature_flags_bulk_user_blast_radius_create: json((draw, world) => ({
    conditions: [{ condition: { properties: [{ key: 'id', type: 'cohort', value: idOf('cohort', draw, world) }] } }],
  })),
  feature_flags_preview_create: oneOf(...flagChanges),
  feature_flags_versions_restore_create: nothing,
  feature_flags_enable_create: nothing,
  feature_flags_disable_create: nothing,
  feature_flags_archive_create: nothing,
  feature_flags_unarchive_create: nothing,
  feature_flags_reset_usage_create: nothing,
  feature_flags_bulk_keys_create: json((draw, world) => ({ ids: [idOf('flag', draw, world)] })),
  feature_flags_bulk_delete_create: oneOf(
    (draw, world) => ({ ids: [idOf('flag', draw, world), idOf('flag', draw, world)] }),
    (draw) => ({ filters: { active: draw.from(['true', 'false']) } }),
  ),
  feature_flags_bulk_update_tags_create: json((draw, world) => ({
    ids: [idOf('flag', draw, world), idOf('flag', draw, world)],
    action: draw.from(['add', 'remove', 'set']),
    tags: [draw.from(NAMES)],
  })),
  feature_flags_create_static_cohort_for_flag_create: nothing,
  organization_feature_flags_copy_flags_create: json((draw, { project, sister, foreign, closed }) => ({
    feature_flag_key: draw.from(['split', 'on-list']),
    from_project: draw.from([project.id, project.id, foreign.project.id]),
    target_project_ids: [draw.from([sister.id, project.id, closed.copied.projectId]), foreign.project.id],
    disable_copied_flag: draw.chance(),
  })),
  organization_feature_flags_copy_flags_dependency_requirements_create: json((draw, { project, sister }) => ({
    feature_flag_key: draw.from(['split', 'on-list']),
    from_project: project.id,
    target_project_ids: [sister.id],
  })),
  feature_flags_dashboard_create: nothing,
  feature_flags_enrich_usage_dashboard_create: nothing,
  early_access_feature_create: oneOf(
    (draw) => ({ name: draw.from(NAMES), stage: draw.from(EARLY_ACCESS_STAGES) }),
    (draw, world) => ({ name: 'x', stage: 'beta', feature_flag_id: idOf('flag', draw, world) }),
  ),
  early_access_feature_partial_update: json((draw) => ({ name: 'z', stage: draw.from(EARLY_ACCESS_STAGES) })),
  early_access_feature_destroy: nothing,
  feature_flags_role_access_create: json((draw, { pools }) => ({ role_id: draw.from(pools.role) })),
  feature_flags_role_access_destroy: (draw, { pools }) => {
    const { of, id } = draw.recentFrom(pools.accessesOfFlags)
    return { ids: { parent_lookup_feature_flag_id: of, id } }
  },
  dashboards_create: oneOf(
    (draw) => ({ name: draw.from(NAMES), restriction_level: draw.from([21, 37]) }),
    (draw, world) => ({ use_dashboard: idOf('dashboard', draw, world), duplicate_tiles: draw.chance() }),
    (draw) => ({ use_template: draw.from(['DEFAULT_APP', 'Open']) }),
  ),
  dashboards_partial_update: changedDashboard,
  dashboards_update: changedDashboard,
  dashboards_versions_restore_create: nothing,
  dashboards_destroy: nothing,
  dashboards_create_from_template_json_create: json((draw) => ({
    template: { ...TEMPLATE, tiles: [{ type: draw.from(['TEXT', 'INSIGHT']), query: null }] },
  })),
  dashboards_move_tile_partial_update: moved,
  dashboards_move_tile_create: moved,
  dashboards_copy_tile_create: json((draw, { pools }) => {
    const { of, id } = draw.recentFrom(pools.tilesOfDashboards)
    return { fromDashboardId: of, tileId: id }
  }),
  dashboards_reorder_tiles_create: onTile((id) => ({ tile_order: [id] })),
  dashboards_delete_tile_create: onTile((id) => ({ tile_id: id })),
  dashboards_create_text_tile_create: json((draw) => ({ body: draw.from(NAMES) })),
  dashboards_update_text_tile_create: onTile((id) => ({ tile_id: id, body: 'changed' })),
  dashboards_update_tile_create: onTile((id) => ({ tile_id: id, color: 'red' })),
  dashboards_collaborators_create: json((draw, world) => ({ user_uuid: user(draw, world).uuid, level: 37 })),
  dashboards_collaborators_destroy: nothing,
  dashboard_templates_create: json((draw) => ({
    ...TEMPLATE,
    template_name: draw.from(NAMES),
    tiles: [{ type: 'TEXT', body: 'x' }],
  })),
  dashboard_templates_partial_update: json((draw) => ({ deleted: draw.chance(), dashboard_description: 'changed' })),
  dashboard_templates_destroy: nothing,
  query_create: json((draw) => ({
    query: { kind: 'FlagHealthQuery', report: draw.from(['stale', 'unknown', 'rollout']) },
  })),
  insights_create: json((draw, world) => ({ name: 'x', dashboards: [idOf('dashboard', draw, world)] })),
  insights_partial_update: oneOf(
    () => ({ name: 'changed' }),
    () => ({ deleted: true }),
    () => ({ deleted: false }),
    () => ({ query: null, tags: ['changed'] }),
    (draw, world) => ({ dashboards: [idOf('dashboard', draw, world), idOf('dashboard', draw, world)] }),
    () => ({ dashboards: [] }),
  ),
  insights_destroy: nothing,
  cohorts_create: oneOf(
    () => ({ name: 'x', is_static: true }),
    (draw, world) => ({ name: 'x', filters: criteria(draw, world) }),
  ),
  cohorts_partial_update: oneOf(
    (draw, world) => ({ filters: criteria(draw, world) }),
    (draw) => ({ deleted: draw.chance() }),
    (draw) => ({ is_static: draw.chance(), name: 'changed' }),
  ),
  cohorts_versions_restore_create: nothing,
  cohorts_destroy: nothing,
  cohorts_add_persons_to_static_cohort_create: persons,
  cohorts_add_persons_to_static_cohort_partial_update: persons,
  cohorts_persons_destroy: nothing,
  cohorts_remove_person_from_static_cohort_partial_update: json((draw) => ({ person_id: draw.from(PERSONS) })),
  persons_partial_update: json((draw) => ({ properties: { plan: draw.from(NAMES) } })),
  persons_update_property_create: json((draw) => ({ key: 'plan', value: draw.from(NAMES) })),
  persons_delete_property_create: json(() => ({ $unset: 'plan' })),
  persons_destroy: nothing,
  groups_types_create: json((draw) => ({ group_type: draw.from(NAMES) })),
  groups_types_partial_update: json((draw) => ({ group_type: draw.from(NAMES) })),
  groups_types_destroy: nothing,
  groups_create: json(() => ({ group_type_index: 0, group_key: 'acme', group_properties: { plan: 'changed' } })),
  groups_destroy: nothing,
  roles_create: json((draw) => ({ name: draw.from(NAMES), feature_flags_access_level: 37 })),
  roles_partial_update: json(() => ({ name: 'changed', feature_flags_access_level: 37 })),
  roles_destroy: nothing,
  role_memberships_create: json((draw, world) => ({ user_uuid: user(draw, world).uuid })),
  role_memberships_destroy: nothing,
  organizations_partial_update: oneOf(
    () => ({ name: 'changed' }),
    (draw) => ({ default_feature_flags_access_level: draw.from([21, 37, null]) }),
  ),
  members_partial_update: json((draw) => ({ level: draw.from([1, 8, 15]) })),
  members_destroy: nothing,
  invites_create: json((draw, { pools }) => ({
    target_email: `${draw.from(NAMES)}@invited.test`,
    level: draw.from([1, 8, 15]),
    roles: [draw.from(pools.role)],
  })),
  invites_destroy: nothing,
  invites_accept_create: json((draw, { pools }) => ({ token: draw.from(pools.token) })),
  signup_create: json(() => ({ first_name: 'Newcomer' })),
  members_sessions_destroy: nothing,
  personal_api_keys_create: json((draw, { project }) => ({
    label: draw.from(NAMES),
    scopes: [draw.from(['*', 'feature_flag:write', 'user:read'])],
    ...draw.from([{}, { scoped_teams: [], scoped_organizations: [] }, { scoped_teams: [project.id] }]),
  })),
  personal_api_keys_roll_create: nothing,
  personal_api_keys_destroy: nothing,
  projects_create: json((draw) => ({ name: draw.from(NAMES) })),
  organizations_create: json((draw) => ({ name: draw.from(NAMES) })),
  organization_projects_create: json((draw) => ({ name: draw.from(NAMES) })),
  projects_import_create: json((draw) => ({
    document: { flagdeck_export: 1, flags: [{ key: draw.from(NAMES), filters: { groups: [{}] } }] },
    prune: draw.chance(),
  })),
  projects_partial_update: project,
  organization_projects_partial_update: project,
  projects_reset_token_partial_update: nothing,
  projects_rotate_secret_token_partial_update: nothing,
  batch_capture: captureBatch,
  events_capture: capture,
  events_v0_capture: capture,
  capture,
  track_capture: capture,
  engage_capture: capture,
  events_v1_capture: captureBatch,
  batch_capture_query: captureQuery,
  events_capture_query: captureQuery,
  events_v0_capture_query: captureQuery,
  capture_query: captureQuery,
  track_capture_query: captureQuery,
  engage_capture_query: captureQuery,
  flags_evaluate: evaluation,
  decide: evaluation,
  ofrep_evaluate_all: ofrep,
  ofrep_evaluate: ofrep,
  ofrep_project_evaluate_all: ofrep,
  ofrep_project_evaluate: ofrep,
  unleash_metrics: unleash,
  unleash_frontend_metrics: unleash,
  unleash_bulk_metrics: json(() => ({ applications: [], metrics: [] })),
  unleash_frontend_toggles_by_post: json(() => ({ context: { userId: 'ada' } })),
  go_feature_flag_evaluate: json(() => ({ user: { key: 'ada' } })),
  go_feature_flag_evaluate_all: json(() => ({ user: { key: 'ada' } })),
  logs_take: byToken,
  metrics_take: byToken,
  go_feature_flag_configuration: json(() => ({})),
  go_feature_flag_collect: json(() => ({ events: [], meta: {} })),
}

/** Returns a request to an endpoint, with ids of the existing records. */
export function attemptAt(endpoint: EndpointOfApi, draw: Draw, world: Scene): Attempt {
  const { operationId, method, path, idempotencyKey, dryRun } = endpoint
  const { query = '', headers = {}, ids = {}, ...content } = WRITES[operationId]?.(draw, world) ?? {}
  const place = fillPath(path, (name) => encodeURIComponent(String(ids[name] ?? idIn(path, name, draw, world))))
  const url = place + (dryRun && draw.below(4) === 0 ? '?dry_run=true' : query)
  const again = idempotencyKey && draw.below(3) === 0 ? { 'idempotency-key': draw.from(['first', 'second']) } : {}
  return { method, url, headers: { ...headers, ...again }, ...content }
}

function idIn(path: string, name: string, draw: Draw, world: ProtectedWorld): JsonValue {
  const { project, sister, foreign, organization, pools } = world
  switch (name) {
    case 'project_id':
      return draw.below(8) > 0 ? project.id : draw.from([sister.id, foreign.project.id, '@current'])
    case 'organization_id':
      return draw.from([organization.id, organization.id, foreign.organization.id])
    case 'user_uuid':
      // Not the actors themselves: they may leave, which changes no other member, and could not try later steps.
      return path.includes('/members/')
        ? draw.from([world.owner, world.admin, world.outsider]).user.uuid
        : user(draw, world).uuid
    case 'token':
      return draw.recentFrom(pools.token)
    case 'distinct_id':
      return draw.from(PERSONS)
    case 'group_type_index':
      return 0
    case 'version':
      return draw.below(3) + 1
    case 'group_key':
      return 'acme'
    case 'key':
      return draw.from(['split', 'on-list'])
    default:
      return draw.recentFrom(pools[kindOf(path, name)])
  }
}

function kindOf(path: string, name: string): Kind {
  if (name === 'role_id' || path.endsWith('/roles/{id}/')) return 'role'
  if (path.includes('/role_memberships/')) return 'membership'
  if (path.includes('/role_access/') && name === 'id') return 'roleAccess'
  if (path.includes('/early_access_feature/')) return 'earlyAccess'
  if (path.includes('/invites/')) return 'invitation'
  if (path.includes('/personal_api_keys/')) return 'personalKey'
  if (path.includes('/dashboard_templates/')) return 'template'
  if (path.includes('/dashboards/')) return 'dashboard'
  if (path.includes('/insights/')) return 'insight'
  if (path.includes('/cohorts/')) return 'cohort'
  return 'flag'
}

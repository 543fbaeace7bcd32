import type { JsonObject } from '@flagdeck/core'
import { expect } from 'vitest'
import type { ApiResponse } from '../support/api-response.ts'
import type { ApiUnderTest } from '../support/api-under-test.ts'
import type { Caller } from '../support/caller.ts'
import { buildWorld, type World } from '../support/world.ts'
import { emptyPools, type Kind, learn, type Pools } from './pools.ts'

/** The records that none of the actors may change. They may try to change everything else in the world. */
export interface Closed {
  readonly flagIds: readonly number[]
  readonly cohortIds: readonly number[]
  readonly dashboardIds: readonly number[]
  readonly insightIds: readonly number[]
  readonly textIds: readonly number[]
  /** A flag in a project to which flags are copied, with the same key as one of them. */
  readonly copied: { readonly projectId: number; readonly flagId: number }
}

/** A world whose members may only view flags. Some of its records are closed to them, others are open. */
export interface ProtectedWorld extends World {
  readonly closed: Closed
  /** The ids of all its records, and of those created later. */
  readonly pools: Pools
}

/** A user with an invitation, who may join. */
export const NEWCOMER = 'newcomer@invited.test'

/** Members of the closed static cohort. */
export const LISTED = ['ada', 'bob'] as const

const EVERYBODY = { groups: [{ properties: [], rollout_percentage: 100 }] }
const QUERY = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: '$feature_flag_called' }] }

export function inCohort(id: number | string): JsonObject {
  return { groups: [{ properties: [{ key: 'id', type: 'cohort', value: Number(id) }], rollout_percentage: 100 }] }
}

export function planIs(value: string): JsonObject {
  return { properties: { key: 'plan', type: 'person', value } }
}

export async function buildProtectedWorld(api: ApiUnderTest): Promise<ProtectedWorld> {
  const world = await buildWorld(api, { defaultLevel: 21 })
  const pools = emptyPools()
  const make = maker(world.owner, `/api/projects/${world.project.id}/`, pools)
  const cohorts = await makeCohorts(make)
  const dashboards = await makeDashboards(make, world)
  const flagIds = await makeFlags(make, cohorts)
  const gone = await makeDeletedFlag(make)
  await makePeople(make, world, pools)
  await makeOpenThings(make, world, { ...dashboards, cohortId: cohorts[0] ?? 0 })
  const closed: Closed = {
    ...dashboards.closed,
    flagIds: [...flagIds, gone.id],
    cohortIds: cohorts,
    dashboardIds: [...dashboards.closed.dashboardIds, gone.dashboardId],
    copied: await makeCopied(world),
  }
  return { ...world, pools, closed }
}

interface Make {
  /** Sends a request as the owner, and adds the created records to the pools. */
  (path: string, body?: JsonObject, method?: string): Promise<JsonObject>
  readonly last: (kind: Kind) => number
}

function maker(owner: Caller, project: string, pools: Pools): Make {
  const send = async (path: string, body?: JsonObject, method = 'POST') => {
    const url = path.startsWith('/') ? path : project + path
    const answer: ApiResponse = await owner.send(method, url, body === undefined ? {} : { json: body })
    expect(answer.status, answer.text ?? '').toBeLessThan(300)
    learn(pools, answer.body)
    return answer.body
  }
  return Object.assign(send, { last: (kind: Kind) => Number(pools[kind].at(-1)) })
}

/** A cohort inside a cohort, and a static cohort. */
async function makeCohorts(make: Make): Promise<number[]> {
  const inner = await make('cohorts/', { name: 'Inner', filters: planIs('pro') })
  const within = { properties: { key: 'id', type: 'cohort', value: Number(inner.id) } }
  // Creates a second version, so that actors can try to restore the first.
  await make(`cohorts/${inner.id}/`, { name: 'Inner rule' }, 'PATCH')
  const outer = await make('cohorts/', { name: 'Outer', filters: within })
  const list = await make('cohorts/', { name: 'List', is_static: true })
  await make(`cohorts/${list.id}/add_persons_to_static_cohort/`, { distinct_ids: LISTED })
  return [inner, outer, list].map(({ id }) => Number(id))
}

async function makeFlag(make: Make, fields: JsonObject): Promise<number> {
  return Number((await make('feature_flags/', { filters: EVERYBODY, ...fields })).id)
}

/** Flags that depend on each cohort and on a flag, with variants, with a dashboard, and turned off. */
async function makeFlags(make: Make, [inner = 0, outer = 0, list = 0]: readonly number[]): Promise<number[]> {
  const flag = (fields: JsonObject) => makeFlag(make, fields)
  const base = await flag({ key: 'on-outer', filters: inCohort(outer) })
  const onFlag = { key: String(base), type: 'flag', value: true, operator: 'flag_evaluates_to' }
  const variants = ['a', 'b'].map((key) => ({ key, rollout_percentage: 50 }))
  const ids = [
    base,
    await flag({ key: 'on-inner', filters: inCohort(inner) }),
    await flag({ key: 'on-list', filters: inCohort(list) }),
    await flag({ key: 'on-flag', filters: { groups: [{ properties: [onFlag], rollout_percentage: 100 }] } }),
    await flag({ key: 'split', filters: { ...EVERYBODY, multivariate: { variants }, payloads: { a: '1' } } }),
    await flag({ key: 'off', active: false, filters: inCohort(list) }),
  ]
  for (const id of ids) await make(`feature_flags/${id}/`, { name: 'second' }, 'PATCH')
  const charted = await flag({ key: 'charted', has_enriched_analytics: true })
  const { usage_dashboard: usage } = await make(`feature_flags/${charted}/dashboard/`)
  // Any member may edit the dashboard, but not remove it from the flag.
  await make(`dashboards/${usage}/`, { name: 'Usage' }, 'PATCH')
  return [...ids, charted]
}

/** The flag that a copy would change. Its id is in no pool: a key for another project may do anything there. */
async function makeCopied({ owner }: World): Promise<Closed['copied']> {
  const { body: project } = await owner.post('/api/projects/', { name: 'Copies' })
  const { body: flag } = await owner.post(`/api/projects/${project.id}/feature_flags/`, { key: 'split' })
  return { projectId: Number(project.id), flagId: Number(flag.id) }
}

/** A deleted flag, whose key is free, and its usage dashboard, which is closed. */
async function makeDeletedFlag(make: Make): Promise<{ readonly id: number; readonly dashboardId: number }> {
  const id = await makeFlag(make, { key: 'gone' })
  const { usage_dashboard: usage } = await make(`feature_flags/${id}/dashboard/`)
  await make(`dashboards/${usage}/`, { restriction_level: 37 }, 'PATCH')
  await make(`feature_flags/${id}/`, { deleted: true }, 'PATCH')
  return { id, dashboardId: Number(usage) }
}

interface MadeDashboards {
  readonly closed: Pick<Closed, 'dashboardIds' | 'insightIds' | 'textIds'>
  readonly open: number
}

/** A restricted dashboard with every kind of tile, and an open one that shows some of the same insights and texts. */
async function makeDashboards(make: Make, { member }: World): Promise<MadeDashboards> {
  const open = Number((await make('dashboards/', { name: 'Open' })).id)
  const closed = Number((await make('dashboards/', { name: 'Closed', restriction_level: 37 })).id)
  const insight = async (name: string, dashboards: readonly number[]) =>
    Number((await make('insights/', { name, query: QUERY, dashboards })).id)
  const insightIds = [
    await insight('Only closed', [closed]),
    await insight('Shared', [closed, open]),
    await insight('Deleted', [closed]),
  ]
  await make(`insights/${insightIds[2]}/`, { deleted: true }, 'PATCH')
  await make(`dashboards/${closed}/create_text_tile/`, { body: 'Only closed' })
  const textIds = [make.last('text')]
  await make(`dashboards/${closed}/create_text_tile/`, { body: 'Shared' })
  textIds.push(make.last('text'))
  await make(`dashboards/${open}/copy_tile/`, { fromDashboardId: closed, tileId: make.last('tile') })
  await make(`dashboards/${closed}/collaborators/`, { user_uuid: member.user.uuid, level: 37 })
  await make(`dashboards/${closed}/collaborators/${member.user.uuid}/`, undefined, 'DELETE')
  return { closed: { dashboardIds: [closed], insightIds, textIds }, open }
}

/** An invitation for a new user, one for the owner from another organization, and a key of the owner. */
async function makePeople(make: Make, { owner, outsider, organization, foreign }: World, pools: Pools): Promise<void> {
  const away = await outsider.post(`/api/organizations/${foreign.organization.id}/invites/`, {
    target_email: owner.user.email,
  })
  expect(away.status).toBe(201)
  pools.token.push(String(away.body.token))
  await make('/api/personal_api_keys/', { label: 'Of the owner', scopes: ['user:read'] })
  await make(`/api/organizations/${organization.id}/invites/`, { target_email: NEWCOMER })
}

/**
 * The records that actors with few permissions may change: a flag of a role, a dashboard of an invited user, and so on.
 */
async function makeOpenThings(
  make: Make,
  { colleague, organization }: World,
  { open, cohortId }: Pick<MadeDashboards, 'open'> & { readonly cohortId: number },
): Promise<void> {
  const roles = `/api/organizations/${organization.id}/roles/`
  const role = await make(roles, { name: 'Few', feature_flags_access_level: 21 })
  await make(`${roles}${role.id}/role_memberships/`, { user_uuid: colleague.user.uuid })
  // Users who may edit this flag may not change the cohort, because other flags depend on it.
  const given = await make('feature_flags/', { key: 'given', filters: inCohort(cohortId) })
  await make(`feature_flags/${given.id}/role_access/`, { role_id: String(role.id) })
  await make('early_access_feature/', { name: 'Open', stage: 'beta', feature_flag_id: Number(given.id) })
  const invited = await make('dashboards/', { name: 'Invited', restriction_level: 37 })
  await make(`dashboards/${invited.id}/collaborators/`, { user_uuid: colleague.user.uuid, level: 37 })
  await make(`dashboards/${open}/create_text_tile/`, { body: 'Open' })
  await make('insights/', { name: 'Open', dashboards: [open] })
  await make('cohorts/', { name: 'Open list', is_static: true })
  await make('cohorts/', { name: 'Open rule', filters: planIs('free') })
  const template = { template_name: 'Open', dashboard_description: '', dashboard_filters: {} }
  await make('dashboard_templates/', { ...template, tiles: [{ type: 'TEXT', body: 'Open' }] })
  for (const id of ['ada', 'carol']) await make(`persons/${id}/`, { properties: { plan: 'pro' } }, 'PATCH')
  await make('groups/', { group_type_index: 0, group_key: 'acme', group_properties: { plan: 'pro' } })
}

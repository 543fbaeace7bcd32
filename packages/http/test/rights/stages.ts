import type { JsonObject } from '@flagdeck/core'
import { openProject } from '@flagdeck/core/operations'
import { expect } from 'vitest'
import { inCohort } from '../actors/protected-world.ts'
import type { ApiResponse } from '../support/api-response.ts'
import type { ApiUnderTest } from '../support/api-under-test.ts'
import { TEMPLATE } from '../support/dashboard-place.ts'
import { buildWorld, EVERYBODY, type World } from '../support/world.ts'
import type { Standing } from './askers.ts'

/** The states in which each kind of record is tried. */
export const STATES = {
  flag: ['plain', 'archived', 'deleted', 'looked at'],
  'charted flag': ['plain', 'archived', 'deleted', 'looked at'],
  'lonely flag': ['plain', 'archived', 'deleted', 'looked at'],
  'copied flag': ['plain', 'archived', 'deleted', 'looked at'],
  cohort: ['plain', 'deleted', 'looked at'],
  dashboard: ['plain', 'restricted', 'deleted'],
  project: ['plain'],
  organization: ['plain'],
} as const
export type Kind = keyof typeof STATES
export type State = (typeof STATES)[Kind][number]

/** A project with one record on which to try requests. */
export interface Stage {
  /** Its project is that of the stage. */
  readonly world: World
  /** The existing ids, by the names of path parameters and body fields. `id` is the record itself. */
  readonly ids: Readonly<Record<string, string | number>>
}

/**
 * The number of stages that share an organization: creating one takes long, and so do requests to one with many
 * projects.
 */
const STAGES_A_WORLD = 15

/** Returns a function that creates stages. Stages about the organization get a separate one. */
export function stageMaker(api: ApiUnderTest) {
  const worlds = new Map<string, Promise<World>>()
  let made = 0
  return async (kind: Kind, state: State, standing: Standing): Promise<Stage> => {
    const isShared = kind !== 'organization'
    if (made++ % STAGES_A_WORLD === 0) worlds.clear()
    const built = (isShared ? worlds.get(standing) : undefined) ?? newWorld(api, standing)
    if (isShared) worlds.set(standing, built)
    const world = await inNewProject(await built)
    const { project, organization } = world
    const ids = { project_id: project.id, organization_id: organization.id }
    return { world, ids: { ...ids, ...(await FILL[kind](world, state, standing)) } }
  }
}

async function newWorld(api: ApiUnderTest, standing: Standing): Promise<World> {
  const world = await buildWorld(api, { defaultLevel: standing === 'open' ? 37 : 21 })
  await world.newRole(standing === 'with a role' ? 37 : 21, [world.member])
  return world
}

let projects = 0

async function inNewProject(world: World): Promise<World> {
  const { owner, api } = world
  const { id } = await done(owner.post('/api/projects/', { name: `Stage ${++projects}` }))
  const { project } = await openProject(api.deck.context, Number(id))
  return { ...world, project, flags: `/api/projects/${id}/feature_flags/` }
}

type Fill = (world: World, state: State, standing: Standing) => Promise<Stage['ids']>

const FILL: Readonly<Record<Kind, Fill>> = {
  flag: fillFlag,
  'lonely flag': async (world, state, standing) => ({
    ...(await fillFlag(world, state, standing)),
    to: (await inNewProject(world)).project.id,
  }),
  'charted flag': async (world, state, standing) => {
    const ids = await fillFlag(world, 'plain', standing)
    const { usage_dashboard } = await done(world.owner.post(`${world.flags}${ids.id}/dashboard/`))
    await bringFlag(world, Number(ids.id), state)
    return { ...ids, dashboard: Number(usage_dashboard) }
  },
  'copied flag': async (world, state, standing) => {
    const { owner } = world
    const elsewhere = await inNewProject(world)
    await done(owner.post(elsewhere.flags, { key: 'target', filters: EVERYBODY }))
    return { ...(await fillFlag(world, state, standing)), to: elsewhere.project.id }
  },
  cohort: fillCohort,
  dashboard: fillDashboard,
  project: fillProject,
  organization: fillOrganization,
}

/** A flag of the colleague with two versions, to which a role has access. */
async function fillFlag(world: World, state: State, standing: Standing) {
  const { owner, member, colleague, flags, newRole, project } = world
  const offered = { name: 'Offered', stage: 'concept', created_at: '2026-01-01T00:00:00Z' }
  const fields = { key: 'target', filters: EVERYBODY, has_enriched_analytics: true, early_access: offered }
  const id = Number((await done(colleague.post(flags, fields))).id)
  await done(owner.patch(`${flags}${id}/`, { name: 'second' }))
  const role = await newRole(21, standing === 'given the flag' ? [member] : [])
  const access = await done(owner.post(`${flags}${id}/role_access/`, { role_id: role.id }))
  const otherRole = await newRole(21)
  await bringFlag(world, id, state)
  return { id, version: 1, key: 'target', access: Number(access.id), other_role: otherRole.id, from: project.id }
}

async function bringFlag({ owner, flags }: World, id: number, state: State): Promise<void> {
  if (state === 'archived') await done(owner.post(`${flags}${id}/archive/`))
  if (state === 'deleted') await done(owner.patch(`${flags}${id}/`, { deleted: true }))
  if (state !== 'looked at') return
  const property = { key: String(id), type: 'flag', operator: 'flag_evaluates_to', value: true }
  const filters = { groups: [{ properties: [property], rollout_percentage: 100 }] }
  await done(owner.post(flags, { key: 'dependant', filters }))
}

/** A static cohort with one person, on which a flag may depend. */
async function fillCohort(world: World, state: State, standing: Standing) {
  const { owner, flags, project } = world
  const cohorts = `/api/projects/${project.id}/cohorts/`
  const { id } = await done(owner.post(cohorts, { name: 'List', is_static: true }))
  await done(owner.patch(`${cohorts}${id}/`, { name: 'second' }))
  await done(owner.post(`${cohorts}${id}/add_persons_to_static_cohort/`, { distinct_ids: ['ada'] }))
  if (state === 'deleted') await done(owner.patch(`${cohorts}${id}/`, { deleted: true }))
  if (state === 'looked at') {
    const flag = await fillFlag(world, 'plain', standing)
    await done(owner.patch(`${flags}${flag.id}/`, { filters: inCohort(Number(id)) }))
  }
  return { id: Number(id), version: 1, distinct_id: 'ada' }
}

/** A dashboard with a text, an insight and two versions, and another one that all members may edit. */
async function fillDashboard({ owner, colleague, project }: World, state: State) {
  const dashboards = `/api/projects/${project.id}/dashboards/`
  const fromTemplate = () => done(owner.post(`${dashboards}create_from_template_json/`, { template: TEMPLATE }))
  const [one, other] = [await fromTemplate(), await fromTemplate()]
  const text = await done(owner.post(`${dashboards}${one.id}/create_text_tile/`, { body: 'one' }))
  const [tile] = tilesOf(one)
  const [otherTile] = tilesOf(other)
  const ids = { id: Number(one.id), other: Number(other.id), version: 1, text: Number(text.id) }
  const restricting = { restriction_level: 37 }
  if (state === 'restricted') await done(owner.patch(`${dashboards}${one.id}/`, restricting))
  if (state === 'deleted') await done(owner.patch(`${dashboards}${one.id}/`, { deleted: true }))
  const user_uuid = colleague.user.uuid
  return { ...ids, tile: tile.id, insight: tile.insight.id, other_tile: otherTile.id, user_uuid }
}

interface InsightTile {
  readonly id: number
  readonly insight: { readonly id: number }
}

function tilesOf({ tiles }: JsonObject): readonly [InsightTile] {
  return tiles as unknown as readonly [InsightTile] // validated against its schema, and the template has one
}

/** The records of a project without specific permissions. */
async function fillProject({ owner, project }: World) {
  const at = `/api/projects/${project.id}/`
  const insight = await done(owner.post(`${at}insights/`, { name: 'Insight' }))
  const template = await done(owner.post(`${at}dashboard_templates/`, TEMPLATE))
  await done(owner.patch(`${at}persons/ada/`, { properties: { plan: 'pro' } }))
  const type = await done(owner.post(`${at}groups_types/`, { group_type: 'unused' }))
  const group = { group_type_index: Number(type.group_type_index), group_key: 'acme' }
  await done(owner.post(`${at}groups/`, { ...group, group_properties: { plan: 'pro' } }))
  return { ...group, insight: Number(insight.id), template: String(template.id), distinct_id: 'ada' }
}

/**
 * A role with a member, an invitation, a key of the owner, and an invitation for each user from another organization.
 */
async function fillOrganization(world: World) {
  const { owner, admin, member, colleague, outsider, organization, foreign, newRole } = world
  const at = `/api/organizations/${organization.id}/`
  const away = `/api/organizations/${foreign.organization.id}/invites/`
  const role = await newRole(21)
  const given = await done(owner.post(`${at}roles/${role.id}/role_memberships/`, { user_uuid: admin.user.uuid }))
  const invitation = await done(owner.post(`${at}invites/`, { target_email: `invited@${organization.id}.test` }))
  const key = await done(owner.post('/api/personal_api_keys/', { label: 'of the owner', scopes: ['user:read'] }))
  const tokens: Record<string, string> = {}
  for (const { user } of [owner, admin, member, colleague]) {
    const { token } = await done(outsider.post(away, { target_email: user.email }))
    tokens[`token of ${user.id}`] = String(token)
  }
  const ids = { role_id: role.id, membership: String(given.id), invitation: String(invitation.id), key: String(key.id) }
  return { ...ids, ...tokens, admin: admin.user.uuid, owner: owner.user.uuid }
}

async function done(answer: Promise<ApiResponse>): Promise<JsonObject> {
  const { status, body, text } = await answer
  expect(status, text ?? '').toBeLessThan(300)
  return body
}

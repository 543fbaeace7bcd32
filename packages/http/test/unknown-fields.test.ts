import { memoryStore } from '@flagdeck/core'
import { expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { flagdeckRoutes } from '../src/api/flagdeck-application.ts'
import type { ApiResponse } from './support/api-response.ts'
import { openApi } from './support/api-under-test.ts'
import { signedIn } from './support/browser.ts'
import { bodyAt, type EndpointOfApi, newPlace, type Place, urlAt } from './support/place.ts'
import { buildWorld, type World } from './support/world.ts'

const UNKNOWN = 'flagdeck_unknown_field'
const FOR_DASHBOARDS = { path: '/api/projects/{project_id}/dashboards/' } as const

const SENT_BACK = 'PostHog’s clients send whole records back, with fields that only PostHog has (FLAG-10)'
const ALL_REQUIRED = 'every field is required, so that a mistyped one is missing'

/** The endpoints that ignore unknown fields, by the reason. Any other endpoint refuses them. */
const IGNORE_UNKNOWN_FIELDS: Readonly<Record<string, readonly string[]>> = {
  [SENT_BACK]: [
    'feature_flags_create',
    'feature_flags_partial_update',
    'feature_flags_update',
    'feature_flags_preview_create',
    'cohorts_create',
    'cohorts_partial_update',
    'dashboards_create',
    'dashboards_partial_update',
    'dashboards_update',
    'dashboards_create_from_template_json_create',
    'dashboard_templates_create',
    'dashboard_templates_partial_update',
    'insights_create',
    'insights_partial_update',
  ],
  [ALL_REQUIRED]: [
    'feature_flags_role_access_create',
    'feature_flags_bulk_keys_create',
    'feature_flags_bulk_update_tags_create',
    'dashboards_move_tile_partial_update',
    'dashboards_move_tile_create',
    'dashboards_copy_tile_create',
    'dashboards_delete_tile_create',
    'dashboards_collaborators_create',
    'cohorts_remove_person_from_static_cohort_partial_update',
    'persons_update_property_create',
    'persons_delete_property_create',
    'groups_types_create',
    'groups_types_partial_update',
    'sign_in_create',
    'sign_in_link_create',
    'invites_accept_create',
    'role_memberships_create',
  ],
}

/** Endpoints of other protocols, whose clients send additional fields (HTTP-70, HTTP-103). */
const PROTOCOLS: readonly string[] = ['project_token', 'usage_source', 'ofrep']

const WITH_BODY = flagdeckRoutes
  .map(({ endpoint }) => endpoint)
  .filter(({ body, auth }) => body !== undefined && !PROTOCOLS.includes(auth))

/** Bodies of the endpoints that take no personal key. */
const OTHER_BODIES: Readonly<Record<string, object>> = {
  session_password_create: { password: 'a long enough password' },
  sign_in_create: { email: 'nobody@flagdeck.test', password: 'a long enough password' },
  sign_in_link_create: { token: 'x' },
  signup_create: { first_name: 'Ada' },
}

const ignoring = Object.values(IGNORE_UNKNOWN_FIELDS).flat()

it('HTTP-109 every endpoint refuses an unknown field, or is listed with a reason', { timeout: 60_000 }, async () => {
  const world = await newWorld()
  const place = await newPlace(world, FOR_DASHBOARDS)
  const others: string[] = []
  for (const endpoint of WITH_BODY) {
    const response = await sendUnknown(world, endpoint, place)
    if (!isRefused(response)) others.push(endpoint.operationId)
  }
  expect(others.toSorted()).toEqual(ignoring.toSorted())
})

it('HTTP-109 where every field is required, the schema says so', () => {
  for (const operationId of IGNORE_UNKNOWN_FIELDS[ALL_REQUIRED] ?? []) {
    const body = WITH_BODY.find((endpoint) => endpoint.operationId === operationId)?.body
    const { properties, required } = z.toJSONSchema(body as z.ZodType, { io: 'input', unrepresentable: 'any' })
    expect(required?.toSorted(), operationId).toEqual(Object.keys(properties ?? {}).toSorted())
  }
})

it('HTTP-109 nothing is written, and the field that was probably meant is named', async () => {
  const { owner, project } = await newWorld()
  const keys = '/api/personal_api_keys/'
  const flags = `/api/projects/${project.id}/feature_flags/`
  const before = [await owner.get(keys), await owner.get(flags)].map(({ text }) => text)
  const key = await owner.post(keys, { label: 'k', scopes: ['*'], scoped_team: [project.id] })
  expect(key).toMatchObject({ status: 400, body: { attr: 'scoped_team', code: 'invalid_input' } })
  expect(key.body.detail).toContain('did you mean scoped_teams?')
  const document = { flagdeck_export: 1, flags: [{ key: 'imported', filters: { groups: [{}] } }] }
  const imported = await owner.post(`/api/projects/${project.id}/import/`, { document, dry_run: true })
  expect(imported).toMatchObject({ status: 400, body: { attr: 'dry_run' } })
  const condition = { condition: {}, group_type: 1 }
  const counted = await owner.post(`${flags}bulk_user_blast_radius/`, { conditions: [condition] })
  expect(counted).toMatchObject({ status: 400, body: { attr: 'conditions__0__group_type' } })
  expect([await owner.get(keys), await owner.get(flags)].map(({ text }) => text)).toEqual(before)
})

it('HTTP-109 a body takes `personal_api_key`, and its documents take any name', async () => {
  const { owner, project } = await newWorld()
  const group = { group_type_index: 0, group_key: 'g', group_properties: { any_name: { deeper: 1 } } }
  await owner.post(`/api/projects/${project.id}/groups_types/`, { group_type: 'company' })
  const url = `/api/projects/${project.id}/groups/`
  expect((await owner.post(url, { ...group, personal_api_key: 'not read: the header has another' })).status).toBe(200)
})

async function newWorld(): Promise<World> {
  const api = await openApi({ store: memoryStore(), dispose: async () => undefined })
  onTestFinished(() => api.close())
  return buildWorld(api)
}

async function sendUnknown(world: World, endpoint: EndpointOfApi, place: Place): Promise<ApiResponse> {
  const { owner, anonymous, api } = world
  const { auth, operationId } = endpoint
  const usesKey = auth === 'personal_api_key'
  const body = usesKey ? bodyAt(endpoint, place) : OTHER_BODIES[operationId]
  if (body === undefined) throw new Error(`no body for ${operationId}`)
  const url = operationId === 'signup_create' ? `/api/signup/${place.foreignToken}/` : urlAt(endpoint, place)
  const json = { ...body, [UNKNOWN]: true }
  if (auth === 'session') return (await signedIn(api, owner)).post(url, json)
  return (usesKey ? owner : anonymous).send(endpoint.method, url, { json })
}

function isRefused({ status, body }: ApiResponse): boolean {
  return status === 400 && body?.attr === UNKNOWN && String(body.detail).includes(UNKNOWN)
}

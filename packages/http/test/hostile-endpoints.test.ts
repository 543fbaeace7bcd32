import type { JsonObject, JsonValue } from '@flagdeck/core'
import { yieldToOthers } from '@flagdeck/core/store'
import { expect, it } from 'vitest'
import { flagdeckRoutes } from '../src/api/flagdeck-application.ts'
import { plainRequest } from '../src/rest/plain-request.ts'
import { isParted } from '../src/rest/plain-response.ts'
import { fillPath } from '../src/rest/routing/path-template.ts'
import { sentPieces } from '../src/rest/sent-pieces.ts'
import { measureBestTurns } from './support/longest-turn.ts'
import { bodyAt, type EndpointOfApi, newPlace, type Place, urlAt } from './support/place.ts'
import { sqliteWorld } from './support/sqlite-world.ts'
import type { World } from './support/world.ts'

const LIMIT_MS = 50
const MIB = 1024 * 1024
/** The default bound of all live flags and cohorts of a project (FLAG-124). */
const PROJECT_BYTES = 32 * MIB
const [FLAG_BYTES, COHORT_BYTES] = [MIB / 2, MIB / 4]
const [FLAGS_OF_CONDITIONS, COHORTS] = [6, 12]
/** The key of the flag that is used for endpoints of a single flag. */
const LARGEST = 'conditions-0'
const WITH_DASHBOARDS = { path: '/api/projects/{project_id}/dashboards/' } as const
/** The fields that endpoints of SDKs get; each uses some of them. */
const EVENT = { event: 'seen', distinct_id: 'ada', properties: {} }

/** Endpoints that this test cannot request, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  flags_definitions_stream: 'it does not end; hostile-streams.test.ts of the server opens 5,000 of them',
  ofrep_events: 'it does not end, and uses the same code as the other stream',
  unleash_features: 'it is always refused with 501',
  go_feature_flag_configuration: 'it is always refused with 501',
  go_feature_flag_changes: 'it is always refused with 501',
  go_feature_flag_changes_stream: 'it is always refused with 501',
}

const ENDPOINTS = flagdeckRoutes
  .map(({ endpoint }) => endpoint)
  .filter((endpoint) => isRead(endpoint) && !Object.hasOwn(EXCEPTIONS, endpoint.operationId))

/** Every GET, and every POST that evaluates, previews or reports, including the endpoints that store events. */
function isRead({ method, auth, scope = null }: EndpointOfApi): boolean {
  if (method !== 'POST') return method === 'GET'
  return auth === 'project_token' || auth === 'ofrep' || [scope].flat().some((each) => each?.endsWith(':read'))
}

/** The bodies of other protocols, by the tag of the endpoint. */
const BODIES: Readonly<Record<string, JsonObject>> = {
  ofrep: { context: { targetingKey: 'ada' } },
  unleash: { context: { userId: 'ada' } },
  go_feature_flag: { evaluationContext: { key: 'ada' }, events: [] },
}

it('OUT-13 no endpoint of a project of 32 MiB blocks other clients', { timeout: 600_000 }, async () => {
  const world = await sqliteWorld()
  const place = await newPlace(world, WITH_DASHBOARDS)
  const target = { place: { ...place, ...(await fillToTheBound(world, place)) }, world, key: await unboundKey(world) }
  const tooLong: string[] = []
  for (const endpoint of ENDPOINTS) {
    const { longestMs } = await measureBestTurns(LIMIT_MS, () => read(endpoint, target))
    if (longestMs >= LIMIT_MS) tooLong.push(`${endpoint.operationId}: ${Math.round(longestMs)} ms`)
  }
  expect(tooLong).toEqual([])
})

interface Target {
  readonly world: World
  readonly place: Place
  readonly key: string
}

/** A key that is not bound to a project, because some endpoints are about the user. */
async function unboundKey({ keyOf, owner }: World): Promise<string> {
  const { key } = await keyOf(owner, ['*'])
  if (key === undefined) throw new Error('the caller has no key')
  return key
}

/** Reads a response to its end and drops it, because the time of the client must not count. */
async function read(endpoint: EndpointOfApi, target: Target): Promise<void> {
  const { method, operationId } = endpoint
  const { api, project } = target.world
  const headers = { authorization: `Bearer ${usesKey(endpoint) ? target.key : project.apiToken}` }
  const json = method === 'POST' ? { json: bodyOf(endpoint, target) } : {}
  const { status, body } = await api.application.handle(
    plainRequest(method, urlOf(endpoint, target), { headers, ...json }),
  )
  if (status >= 300) throw new Error(`${operationId} was answered with ${status}: ${String(body).slice(0, 500)}`)
  if (!isParted(body)) return
  for await (const _ of sentPieces(body.parts)) await yieldToOthers()
  body.release()
}

function usesKey({ auth }: EndpointOfApi): boolean {
  return auth === 'personal_api_key' || auth === 'definitions'
}

function bodyOf(endpoint: EndpointOfApi, { place, world }: Target): JsonValue {
  if (endpoint.auth === 'personal_api_key') return bodyAt(endpoint, place) ?? {}
  const token = world.project.apiToken
  return BODIES[endpoint.tag] ?? { token, api_key: token, ...EVENT, batch: [EVENT], events: [] }
}

/** The URL of the endpoint with its maximum page size. */
function urlOf(endpoint: EndpointOfApi, { place, world }: Target): string {
  if (endpoint.auth === 'personal_api_key') {
    const url = urlAt(endpoint, place)
    const limit = Object.hasOwn(endpoint.query?.shape ?? {}, 'limit') ? 'limit=1000' : ''
    return `${url}${url.includes('?') ? '&' : '?'}${limit}`
  }
  const token = world.project.apiToken
  const names: Readonly<Record<string, string>> = {
    project_id: String(place.projectId),
    key: LARGEST,
    token: endpoint.tag === 'people' ? place.foreignToken : token,
  }
  const path = fillPath(endpoint.path, (name) => names[name] ?? name)
  const data = btoa(JSON.stringify({ token, ...EVENT }))
  return `${path}?token=${token}&userId=ada&data=${encodeURIComponent(data)}`
}

/** Fills the project until no flag is accepted, and returns a flag and a cohort of the largest size. */
async function fillToTheBound(
  { api, owner, project, flags }: World,
  { roleId }: Place,
): Promise<Pick<Place, 'flagId' | 'cohortId' | 'roleAccessId'>> {
  const cohorts = `/api/projects/${project.id}/cohorts/`
  const create = async (url: string, json: JsonObject) => {
    const { status, body, text } = await owner.post(url, json)
    expect(status, text?.slice(0, 500)).toBe(201)
    return Number(body.id)
  }
  const flagId = await create(flags, {
    ...{ key: LARGEST, is_remote_configuration: true, filters: conditions(0) },
    early_access: { name: 'In place', stage: 'beta', created_at: '2026-01-01T00:00:00Z' },
  })
  const cohortIds: number[] = []
  for (let n = 0; n < COHORTS; n++) {
    cohortIds.push(await create(cohorts, { name: `cohort ${n}`, filters: criteria(n) }))
  }
  const inCohorts = cohortIds.map((value) => ({ key: 'id', type: 'cohort', value }))
  await create(flags, { key: 'in-all-cohorts', filters: { groups: [{ properties: inCohorts }] } })
  for (let n = 1; n < FLAGS_OF_CONDITIONS; n++) {
    await create(flags, { key: `conditions-${n}`, filters: conditions(n) })
  }
  for (let n = 0; ; n++) {
    const { status, body } = await owner.post(flags, { key: `payload-${n}`, filters: payload() })
    if (status === 201) continue
    expect([status, body.attr]).toEqual([400, 'filters'])
    break
  }
  const { bytes } = await api.deck.context.store.read((tx) => tx.projects.liveTotals(project.id))
  expect(bytes).toBeGreaterThan(PROJECT_BYTES - FLAG_BYTES)
  const [cohortId = 0] = cohortIds
  // Second versions of both. They are shorter, because the project is full.
  expect((await owner.patch(`${flags}${flagId}/`, { active: false })).status).toBe(200)
  expect((await owner.patch(`${cohorts}${cohortId}/`, { name: 'c' })).status).toBe(200)
  const roleAccessId = await create(`${flags}${flagId}/role_access/`, { role_id: roleId })
  return { flagId, cohortId, roleAccessId }
}

function conditions(n: number): JsonObject {
  const groups = Array.from({ length: 3000 }, (_, at) => ({
    properties: [{ key: 'plan', type: 'person', operator: 'exact', value: [`v${at + n}`] }],
    rollout_percentage: 50,
  }))
  return { groups }
}

function payload(): JsonObject {
  // Two bytes for each character, as for every text that is not in English: SQLite decodes it more slowly.
  const text = 'é'.repeat(FLAG_BYTES / 2 - 250)
  return { groups: [{ properties: [], rollout_percentage: 100 }], payloads: { true: JSON.stringify(text) } }
}

function criteria(n: number): JsonObject {
  const filter = { key: 'plan', type: 'person', value: `v${n}` }
  const count = Math.floor(COHORT_BYTES / (JSON.stringify(filter).length + 1)) - 5
  return { properties: { type: 'OR', values: Array.from({ length: count }, () => filter) } }
}

import type { JsonObject, JsonValue } from '@flagdeck/core'
import { memoryStore } from '@flagdeck/core'
import { isJsonObject } from '@flagdeck/core/operations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiUnderTest, openApi } from './support/api-under-test.ts'
import type { Person, World } from './support/world.ts'
import { buildWorld } from './support/world.ts'

/** The headers that internal/httpclient of PostHog/terraform-provider-posthog sends. */
const HEADERS = { 'user-agent': 'posthog/terraform-provider; version: 1.0.0' }

let api: ApiUnderTest
let world: World

beforeAll(async () => {
  api = await openApi({ store: memoryStore(), dispose: async () => undefined })
  world = await buildWorld(api)
})
afterAll(() => api.close())

const as = (person: Person) => {
  const send = async (method: string, path: string, json?: JsonObject) => {
    const { status, body } = await person.send(method, path, { headers: HEADERS, ...(json ? { json } : {}) })
    expect(status, `${method} ${path} ${JSON.stringify(body)}`).toBeLessThan(300)
    return body
  }
  return {
    get: (path: string) => send('GET', path),
    post: (path: string, json: JsonObject) => send('POST', path, json),
    patch: (path: string, json: JsonObject) => send('PATCH', path, json),
    delete: (path: string) => send('DELETE', path),
  }
}

/** The fields that the provider compares between the plan and what it reads. */
const pick = (body: JsonObject, ...names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, body[name] ?? null]))

const text = (value: JsonValue | undefined) => String(value)

describe('HTTP-105 PROJ-13 organizations', () => {
  it('are found by their slug, and as the current one', async () => {
    const { get } = as(world.owner)
    const { results } = await get('/api/organizations/')
    const own = (results as JsonObject[]).find(({ id }) => id === world.organization.id)
    expect(own).toMatchObject({ slug: world.organization.name.toLowerCase().replaceAll(' ', '-') })
    const current = await get('/api/organizations/@current/')
    expect(pick(current, 'id', 'slug', 'name')).toEqual(pick(own ?? {}, 'id', 'slug', 'name'))
    const me = await get('/api/users/@me/')
    expect((me.organization as JsonObject).slug).toBe(current.slug)
    const listed = (me.organizations as JsonObject[]).find(({ id }) => id === current.id)
    expect(listed?.slug).toBe(current.slug)
  })
})

describe('HTTP-105 flags', () => {
  const FIELDS = ['id', 'key', 'name', 'active', 'filters', 'tags', 'deleted'] as const

  it('HTTP-104 are created, read, planned again, changed, imported and deleted', async () => {
    const { get, post, patch } = as(world.owner)
    const flags = `/api/projects/${world.project.id}/feature_flags/`
    const property = { key: 'email', type: 'person', value: '@example.com', operator: 'icontains' }
    const filters = { groups: [{ properties: [property], rollout_percentage: 33.5 }] }
    const input = { key: 'tf', name: 'By Terraform', active: true, filters, tags: ['tf'], deleted: false }
    const created = await post(flags, input)
    expect(created).toMatchObject(input)
    const path = `${flags}${text(created.id)}/`
    const state = pick(created, ...FIELDS)
    expect(pick(await get(path), ...FIELDS)).toEqual(state)
    // Terraform sends nothing for a plan without differences. If such a plan is applied nevertheless, it changes
    // nothing.
    expect(pick(await patch(path, input), ...FIELDS)).toEqual(state)
    const open = { groups: [{ rollout_percentage: 33.5 }] }
    const changed = await patch(path, { ...input, active: false, filters: open })
    expect(changed).toMatchObject({ active: false, filters: open, rollout_percentage: 33 })
    expect(Number.isInteger((await get(path)).rollout_percentage)).toBe(true)
    await get(path)
    expect(await patch(path, { key: 'tf', deleted: true })).toMatchObject({ deleted: true })
    // A deleted flag is restored by the next apply.
    expect(await patch(path, input)).toMatchObject({ deleted: false, active: true })
  })

  it('are created with nothing but a key', async () => {
    const { get, post } = as(world.owner)
    const flags = `/api/projects/${world.project.id}/feature_flags/`
    const created = await post(flags, { key: 'tf-bare', filters: { groups: [{}] }, deleted: false })
    expect(pick(await get(`${flags}${text(created.id)}/`), ...FIELDS)).toEqual(pick(created, ...FIELDS))
  })
})

describe('HTTP-105 dashboards, insights and layouts', () => {
  const QUERY = {
    kind: 'InsightVizNode',
    source: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: '$feature_flag_called' }] },
  }

  async function newDashboard() {
    const { post } = as(world.owner)
    const dashboards = `/api/projects/${world.project.id}/dashboards/`
    const input = { name: 'Terraformed', description: 'Numbers', pinned: true, tags: ['tf'] }
    const created = await post(dashboards, input)
    expect(created).toMatchObject(input)
    return { created, path: `${dashboards}${text(created.id)}/`, input }
  }

  it('dashboards are created, read, planned again, changed, imported and deleted', async () => {
    const { get, patch } = as(world.owner)
    const { created, path, input } = await newDashboard()
    const fields = ['id', 'name', 'description', 'pinned', 'tags', 'deleted'] as const
    expect(pick(await get(path), ...fields)).toEqual(pick(created, ...fields))
    expect(pick(await patch(path, { ...input, deleted: false }), ...fields)).toEqual(pick(created, ...fields))
    expect(await patch(path, { ...input, description: '', deleted: false })).toMatchObject({ description: '' })
    expect(await patch(path, { deleted: true })).toMatchObject({ deleted: true })
  })

  it('insights are created, read, planned again, changed, imported and deleted', async () => {
    const { get, post, patch } = as(world.owner)
    const { created: dashboard } = await newDashboard()
    const insights = `/api/projects/${world.project.id}/insights/`
    const input = { name: 'Calls', description: 'All', query: QUERY, tags: ['tf'], dashboards: [Number(dashboard.id)] }
    const created = await post(insights, input)
    const fields = ['id', 'name', 'derived_name', 'description', 'query', 'tags', 'dashboards', 'deleted'] as const
    expect(created).toMatchObject(input)
    const path = `${insights}${text(created.id)}/`
    expect(pick(await get(path), ...fields)).toEqual(pick(created, ...fields))
    expect(pick(await patch(path, { ...input, deleted: false }), ...fields)).toEqual(pick(created, ...fields))
    expect(await patch(path, { ...input, name: 'Calls a day', deleted: false })).toMatchObject({ name: 'Calls a day' })
    expect(await patch(path, { deleted: true })).toMatchObject({ deleted: true })
  })

  it('layouts are arranged, read, planned again, changed and taken away', async () => {
    const { get, post, patch } = as(world.owner)
    const { created: dashboard, path } = await newDashboard()
    const insights = `/api/projects/${world.project.id}/insights/`
    const insight = await post(insights, { name: 'Tile', query: QUERY, dashboards: [Number(dashboard.id)] })
    const tilesOf = (body: JsonObject) =>
      (body.tiles as JsonObject[]).map((tile) => pick(tile, 'id', 'layouts', 'color'))
    const [tile] = (await get(path)).tiles as JsonObject[]
    expect(tile?.insight).toMatchObject({ id: insight.id })
    const layouts = { sm: { x: 0, y: 0, w: 6, h: 5 }, xs: { x: 0, y: 0, w: 1, h: 5 } }
    const below = { sm: { x: 0, y: 5, w: 12, h: 2 }, xs: { x: 0, y: 5, w: 1, h: 2 } }
    const tiles = [
      { id: Number(tile?.id), color: 'blue', layouts },
      { layouts: below, text: { body: '# Notes' } },
    ]
    const arranged = await patch(path, { tiles })
    expect(tilesOf(arranged)).toMatchObject([{ id: tile?.id, color: 'blue', layouts }, { layouts: below }])
    expect(tilesOf(await get(path))).toEqual(tilesOf(arranged))
    const note = (arranged.tiles as JsonObject[]).find((each) => isJsonObject(each.text))
    const again = await patch(path, {
      tiles: [
        { id: Number(tile?.id), color: 'blue', layouts },
        { id: Number(note?.id), layouts: below, text: { body: '# Notes' } },
      ],
    })
    expect(tilesOf(again)).toEqual(tilesOf(arranged))
    const cleared = await patch(path, {
      tiles: [
        { id: Number(tile?.id), layouts: {} },
        { id: Number(note?.id), deleted: true },
      ],
    })
    expect(tilesOf(cleared)).toMatchObject([{ id: tile?.id, layouts: {} }])
  })
})

describe('HTTP-105 roles, members and projects', () => {
  const home = () => `/api/organizations/${world.organization.id}`

  it('roles and their members are created, read, changed, imported and deleted', async () => {
    const { get, post, patch, delete: remove } = as(world.owner)
    const role = await post(`${home()}/roles/`, { name: 'Terraformers' })
    const path = `${home()}/roles/${text(role.id)}/`
    expect(pick(await get(path), 'id', 'name', 'created_at')).toEqual(pick(role, 'id', 'name', 'created_at'))
    expect(await patch(path, { name: 'Gardeners' })).toMatchObject({ id: role.id, name: 'Gardeners' })
    const memberships = `${path}role_memberships/`
    const joined = await post(memberships, { user_uuid: world.member.user.uuid })
    expect(joined).toMatchObject({ role_id: role.id, user: { uuid: world.member.user.uuid } })
    expect(pick(await get(`${memberships}${text(joined.id)}/`), 'id', 'role_id', 'joined_at')).toEqual(
      pick(joined, 'id', 'role_id', 'joined_at'),
    )
    await remove(`${memberships}${text(joined.id)}/`)
    await remove(path)
    expect((await world.owner.get(path)).status).toBe(404)
  })

  it('members are adopted, read page by page, changed and removed', async () => {
    const { get, patch, delete: remove } = as(world.owner)
    const { uuid } = world.colleague.user
    const memberOf = async () =>
      ((await get(`${home()}/members/`)).results as JsonObject[]).find(({ user }) => (user as JsonObject).uuid === uuid)
    expect(await memberOf()).toMatchObject({ level: 1, joined_at: expect.any(String) })
    const path = `${home()}/members/${uuid}/`
    const changed = await patch(path, { level: 8 })
    expect(pick(changed, 'id', 'level', 'joined_at')).toEqual(
      pick((await memberOf()) ?? {}, 'id', 'level', 'joined_at'),
    )
    await remove(path)
    expect(await memberOf()).toBeUndefined()
  })

  it('projects are created, read, changed and imported; deleting one is refused', async () => {
    const { get, post, patch } = as(world.owner)
    const project = await post(`${home()}/projects/`, { name: 'Terraformed', timezone: 'Europe/Vienna' })
    const path = `${home()}/projects/${text(project.id)}/`
    const fields = ['id', 'name', 'organization', 'api_token', 'timezone'] as const
    expect(pick(await get(path), ...fields)).toEqual(pick(project, ...fields))
    const changed = await patch(path, { name: 'Renamed', timezone: 'Europe/Vienna' })
    expect(pick(changed, ...fields)).toEqual({ ...pick(project, ...fields), name: 'Renamed' })
    expect((await world.owner.delete(path)).status).toBe(405)
  })
})

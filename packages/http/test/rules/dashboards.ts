import type { JsonObject } from '@flagdeck/core'
import { describe, expect, it } from 'vitest'
import { type ApiResponse, resultsOf } from '../support/api-response.ts'
import type { NewWorld } from '../support/world.ts'

interface TileBody extends JsonObject {
  readonly id: number
  readonly insight: JsonObject | null
  readonly text: JsonObject | null
}

interface DashboardBody extends JsonObject {
  readonly id: number
  readonly version: number
  readonly tiles: readonly TileBody[]
}

/** The dashboard in a response; every response was validated against its schema. */
function dashboardIn({ body, status, text }: ApiResponse): DashboardBody {
  expect(status, text ?? '').toBeLessThan(300)
  return body as DashboardBody
}

const CALLS = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: '$feature_flag_called' }] }

async function worldWithDashboards(newWorld: NewWorld) {
  const world = await newWorld()
  const project = `/api/projects/${world.project.id}/`
  const dashboards = `${project}dashboards/`
  const newDashboard = async (fields: JsonObject = {}, creator = world.owner) => {
    const created = dashboardIn(await creator.post(dashboards, fields))
    return { ...created, path: `${dashboards}${created.id}/` }
  }
  const withTiles = async () => {
    const { id, path } = await newDashboard({ name: 'Tiles' })
    const text = await world.owner.post(`${path}create_text_tile/`, { body: 'Hello' })
    const insight = await world.owner.post(`${project}insights/`, { name: 'Calls', query: CALLS, dashboards: [id] })
    expect([text.status, insight.status]).toEqual([201, 201])
    const { tiles } = dashboardIn(await world.owner.get(path))
    const tileOf = (kind: 'text' | 'insight') => Number(tiles.find((tile) => tile[kind] !== null)?.id)
    return {
      id,
      path,
      textTileId: tileOf('text'),
      insightTileId: tileOf('insight'),
      insightId: Number(insight.body.id),
    }
  }
  return { ...world, path: project, dashboards, newDashboard, withTiles }
}

const FORBIDDEN = {
  type: 'authentication_error',
  code: 'permission_denied',
  detail: "You don't have edit permissions for this dashboard.",
  attr: null,
}

/** Dashboards over HTTP: docs/behaviour/dashboards.md. */
export function dashboards(newWorld: NewWorld): void {
  it('DASH-1 have every documented field from an empty body on', async () => {
    const { owner, newDashboard, project } = await worldWithDashboards(newWorld)
    const { path: _, ...created } = await newDashboard()
    expect(created).toEqual({
      id: expect.any(Number),
      name: null,
      description: '',
      pinned: false,
      created_at: expect.any(String),
      created_by: expect.objectContaining({ id: owner.user.id }),
      last_accessed_at: null,
      last_viewed_at: null,
      is_shared: false,
      deleted: false,
      creation_mode: 'default',
      filters: {},
      persisted_filters: null,
      variables: {},
      persisted_variables: null,
      breakdown_colors: [],
      data_color_theme_id: null,
      quick_filter_ids: [],
      customization: {},
      tags: [],
      restriction_level: 21,
      effective_restriction_level: 21,
      effective_privilege_level: 37,
      user_access_level: 'manager',
      access_control_version: 'v2',
      last_refresh: null,
      team_id: project.id,
      folder: null,
      version: 1,
      tiles: [],
    })
  })

  it('DASH-5 show when they were looked at, with what this request lays over them', async () => {
    const { owner, newDashboard } = await worldWithDashboards(newWorld)
    const { path } = await newDashboard({ filters: { date_from: '-7d' } })
    const override = encodeURIComponent('{"date_from":"-1d"}')
    expect((await owner.get(`${path}?filters_override=${override}`)).body).toMatchObject({
      last_accessed_at: expect.any(String),
      filters: { date_from: '-1d' },
      persisted_filters: { date_from: '-7d' },
    })
    expect((await owner.get(`${path}?filters_override={`)).body).toMatchObject({
      attr: 'filters_override',
      detail: 'Invalid JSON passed in filters_override parameter',
    })
  })

  it('DASH-3 are listed without tiles: pinned ones first, then by name', async () => {
    const { owner, dashboards, newDashboard } = await worldWithDashboards(newWorld)
    for (const fields of [{ name: 'b', tags: ['Q'] }, { name: 'a' }, { name: 'c', pinned: true }])
      await newDashboard(fields)
    const names = async (query = '') => resultsOf(await owner.get(dashboards + query)).map(({ name }) => name)
    expect(await names()).toEqual(['c', 'a', 'b'])
    expect(await names('?pinned=true')).toEqual(['c'])
    expect(await names('?tags=q&tags=none')).toEqual(['b'])
    expect(await names('?search=A')).toEqual(['a'])
    expect(await names('?creation_mode=unlisted')).toEqual([])
    expect(await names('?limit=1&offset=1')).toEqual(['a'])
    const [first] = resultsOf(await owner.get(`${dashboards}?search=a`))
    expect(first).toMatchObject({ search_match_type: 'exact' })
    expect(Object.keys(first ?? {})).not.toContain('tiles')
  })

  it('HTTP-12 are made, and get tiles and lose them, by forms', async () => {
    const { owner, dashboards, newDashboard } = await worldWithDashboards(newWorld)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const send = async (method: string, url: string, body: string) =>
      dashboardIn(await owner.send(method, url, { headers, body }))
    const made = await send(
      'POST',
      dashboards,
      'name=N&restriction_level=37&pinned=on&tags=a&filters={"date_from":"-1d"}',
    )
    const expected = { name: 'N', restriction_level: 37, pinned: true, tags: ['a'], filters: { date_from: '-1d' } }
    expect(made).toMatchObject(expected)
    const path = `${dashboards}${made.id}/`
    const { tiles } = await send('PATCH', path, 'tiles=[{"text":{"body":"Hello"}}]')
    expect(tiles).toMatchObject([{ text: { body: 'Hello' } }])
    const { id } = await newDashboard()
    const left = await send('PATCH', `${path}move_tile/`, `tile={"id":${tiles[0]?.id}}&to_dashboard=${id}`)
    expect([left.id, left.tiles]).toEqual([made.id, []])
  })

  it('DASH-40 are deleted softly, and never hard', async () => {
    const { owner, dashboards, newDashboard, member } = await worldWithDashboards(newWorld)
    const { path } = await newDashboard({ restriction_level: 37 })
    for (const [caller, url] of [
      [owner, path],
      [member, path],
      [owner, `${dashboards}999999/`],
    ] as const) {
      const { status, body } = await caller.delete(url)
      expect([status, body.code]).toEqual([405, 'method_not_allowed'])
    }
    expect((await owner.patch(path, { deleted: true })).body).toMatchObject({ deleted: true, tiles: [] })
    expect((await owner.get(path)).body).toMatchObject({ deleted: true, tiles: [] })
    expect((await owner.get(`${path}export_template/`)).status).toBe(404)
    expect((await owner.patch(path, { name: 'x' })).status).toBe(404)
    expect((await owner.patch(path, { deleted: true })).body).toMatchObject({ deleted: true })
    expect((await owner.patch(path, { deleted: false })).body).toMatchObject({ deleted: false })
  })

  it('DASH-16 are listed when they are deleted, to those who ask for that', async () => {
    const { owner, dashboards, newDashboard } = await worldWithDashboards(newWorld)
    for (const name of ['kept', 'b', 'a']) {
      const { path } = await newDashboard({ name })
      if (name !== 'kept') await owner.patch(path, { deleted: true })
    }
    const names = async (query: string) => {
      const { results } = (await owner.get(`${dashboards}${query}`)).body
      return (results as readonly JsonObject[]).map(({ name, deleted }) => [name, deleted])
    }
    expect(await names('?deleted=true')).toEqual([
      ['a', true],
      ['b', true],
    ])
    const { next } = (await owner.get(`${dashboards}?deleted=true&limit=1`)).body
    expect(next).toContain('deleted=true')
    for (const query of ['', '?deleted=false']) expect(await names(query)).toEqual([['kept', false]])
  })

  it('DASH-23 are made from one thing, and only when they are created', async () => {
    const { owner, dashboards, newDashboard } = await worldWithDashboards(newWorld)
    const { path, id } = await newDashboard({ name: 'a' })
    for (const body of [{ use_template: 'Flag usage' }, { use_dashboard: id }]) {
      const [attr] = Object.keys(body)
      for (const method of ['patch', 'put'] as const) {
        const { status, body: refusal } = await owner[method](path, { name: 'b', ...body })
        expect([status, refusal.code, refusal.attr]).toEqual([400, 'invalid_input', attr])
      }
      const template = {
        template_name: 'T',
        dashboard_description: '',
        dashboard_filters: {},
        tiles: [{ type: 'TEXT' }],
      }
      const beside = await owner.post(`${dashboards}create_from_template_json/`, { template, ...body })
      expect([beside.status, beside.body.attr]).toEqual([400, attr])
    }
    expect((await owner.patch(path, { use_template: '', use_dashboard: null })).body).toMatchObject({ name: 'a' })
  })

  it('DASH-42 come back with what the deletion took', async () => {
    const { owner, path: project, withTiles } = await worldWithDashboards(newWorld)
    const { path, insightId, insightTileId, textTileId } = await withTiles()
    expect((await owner.post(`${path}delete_tile/`, { tile_id: textTileId })).status).toBe(204)
    await owner.patch(path, { deleted: true, delete_insights: true })
    expect((await owner.get(`${project}insights/${insightId}/`)).status).toBe(404)
    const restored = dashboardIn(await owner.patch(path, { deleted: false }))
    expect(restored.tiles.map(({ id }) => id)).toEqual([insightTileId])
    expect((await owner.get(`${project}insights/${insightId}/`)).status).toBe(200)
  })

  it('DASH-12 are changed only from the version that If-Match names, and tell the change', async () => {
    const { owner, newDashboard } = await worldWithDashboards(newWorld)
    const { path } = await newDashboard({ name: 'a' })
    const rename = (name: string, tag: string) => owner.patch(path, { name }, { headers: { 'if-match': tag } })
    expect((await rename('b', '"7"')).status).toBe(412)
    expect((await rename('b', '"7", "8"')).body.detail).toContain('The dashboard is at version 1')
    const { headers, body } = await rename('b', '"1"')
    expect([versionIn(headers.etag), body.name, body.version]).toEqual([2, 'b', 2])
    const [latest, created] = resultsOf(await owner.get(`${path}activity/`))
    expect(latest).toMatchObject({ activity: 'updated', scope: 'Dashboard', item_id: String(body.id) })
    expect(latest?.detail).toMatchObject({ name: 'b', changes: [{ field: 'name', before: 'a', after: 'b' }] })
    expect(created).toMatchObject({ activity: 'created' })
  })

  it('DASH-12 are restored from any of the versions that If-Match names', async () => {
    const { owner, newDashboard } = await worldWithDashboards(newWorld)
    const { path } = await newDashboard({ name: 'a' })
    expect(versionIn((await owner.patch(path, { deleted: true })).headers.etag)).toBe(2)
    const restore = (tag: string) => owner.patch(path, { deleted: false }, { headers: { 'if-match': tag } })
    expect((await restore('"1", "3"')).status).toBe(412)
    expect((await restore('"x"')).status).toBe(412)
    const { status, headers } = await restore('"1", "2"')
    expect([status, versionIn(headers.etag)]).toEqual([200, 3])
    expect((await owner.patch(path, { name: 5 }, { headers: { 'if-match': '"x", "y"' } })).status).toBe(400)
    expect((await owner.patch(`${path}9`, {}, { headers: { 'if-match': '"1", "2"' } })).status).toBe(404)
  })

  describe('tiles', () => {
    it('DASH-31 are named in a header that every client can read, however many are unknown', async () => {
      const { owner, withTiles } = await worldWithDashboards(newWorld)
      const { path } = await withTiles()
      const unknown = Array.from({ length: 1000 }, (_, at) => Number.MAX_SAFE_INTEGER - at)
      const tiles = unknown.map((id) => ({ id, color: 'red' }))
      const { headers } = await owner.patch(path, { tiles })
      expect(headers['x-ignored-tiles']).toBe([...unknown.slice(0, 100), '...'].join(', '))
      const few = await owner.patch(path, { tiles: tiles.slice(0, 100) })
      expect(few.headers['x-ignored-tiles']).toBe(unknown.slice(0, 100).join(', '))
    })

    it('DASH-30 are made and changed by an update, and unknown ones are named in a header', async () => {
      const { owner, withTiles } = await worldWithDashboards(newWorld)
      const { path, insightTileId } = await withTiles()
      const tiles = [
        { text: { body: 'New' }, layouts: { sm: { x: 0, y: 9 } }, show_description: true },
        { id: insightTileId, color: 'blue', filters_overrides: { date_from: '-1d' }, deleted: false, order: 3 },
        { id: 999999, color: 'red' },
      ]
      const response = await owner.patch(path, { tiles })
      expect(response.headers['x-ignored-tiles']).toBe('999999')
      const updated = dashboardIn(response)
      expect(updated.tiles.find(({ id }) => id === insightTileId)).toMatchObject({
        color: 'blue',
        filters_overrides: { date_from: '-1d' },
      })
      expect(updated.tiles.find(({ text }) => text?.body === 'New')).toMatchObject({ show_description: true })
    })

    it('DASH-13 are as before when one of them is refused', async () => {
      const { owner, withTiles } = await worldWithDashboards(newWorld)
      const { path, insightTileId } = await withTiles()
      const before = (await owner.get(path)).body.tiles
      const long = { text: { body: 'x'.repeat(4001) } }
      const refused = await owner.patch(path, { name: 'n', tiles: [{ id: insightTileId, color: 'red' }, long] })
      expect(refused.body).toMatchObject({
        code: 'max_length',
        attr: 'text__body',
        detail: 'Text body cannot exceed 4000 characters',
      })
      expect((await owner.patch(path, { tiles: 'none' })).body).toMatchObject({ attr: 'tiles' })
      expect((await owner.get(path)).body).toMatchObject({ name: 'Tiles', tiles: before })
    })

    it.each(['to_dashboard', 'toDashboard'])('DASH-50 move to the dashboard that %s names', async (name) => {
      const { owner, newDashboard, withTiles } = await worldWithDashboards(newWorld)
      const [source, destination] = [await withTiles(), await newDashboard()]
      const move = (body: JsonObject) => owner.patch(`${source.path}move_tile/`, body)
      expect((await move({ tile: {}, [name]: destination.id })).body).toMatchObject({
        code: 'required',
        attr: 'tile__id',
      })
      expect((await move({ tile: { id: source.textTileId } })).body).toMatchObject({ attr: 'to_dashboard' })
      expect((await move({ tile: { id: source.textTileId }, [name]: 999999 })).status).toBe(404)
      const left = dashboardIn(await move({ tile: { id: source.textTileId, layouts: {} }, [name]: destination.id }))
      expect([left.id, left.tiles.map(({ id }) => id)]).toEqual([source.id, [source.insightTileId]])
      const arrived = dashboardIn(await owner.get(destination.path))
      expect(arrived.tiles.map(({ id }) => id)).toEqual([source.textTileId])
    })

    it('DASH-53 are copied, DASH-55 put in order and DASH-58 written', async () => {
      const { owner, newDashboard, withTiles } = await worldWithDashboards(newWorld)
      const [source, destination] = [await withTiles(), await newDashboard()]
      const copy = { fromDashboardId: source.id, tileId: source.insightTileId }
      expect(dashboardIn(await owner.post(`${destination.path}copy_tile/`, copy)).tiles).toHaveLength(1)
      expect((await owner.post(`${destination.path}copy_tile/`, copy)).body.detail).toBe(
        'This insight is already on the destination dashboard.',
      )
      const order = [source.insightTileId, source.textTileId]
      const ordered = await owner.post(`${source.path}reorder_tiles/`, { tile_order: order, layout: 'full_width' })
      expect(dashboardIn(ordered).tiles.map(({ id }) => id)).toEqual(order)
      const text = await owner.post(`${source.path}update_text_tile/`, { tile_id: source.textTileId, body: 'Bye' })
      expect(text.body).toMatchObject({ id: source.textTileId, text: { body: 'Bye' }, insight: null })
      const look = await owner.post(`${source.path}update_tile/`, { tile_id: source.insightTileId, color: 'green' })
      expect(look.body).toMatchObject({ color: 'green', insight: { id: source.insightId } })
    })

    it('DASH-12 are changed only at the version that If-Match names', async () => {
      const { owner, newDashboard, withTiles } = await worldWithDashboards(newWorld)
      const [source, other] = [await withTiles(), await newDashboard()]
      const { insightTileId, textTileId, id } = source
      const changes = [
        ['update_tile/', { tile_id: insightTileId, color: 'green' }],
        ['update_text_tile/', { tile_id: textTileId, body: 'New' }],
        ['create_text_tile/', { body: 'More' }],
        ['reorder_tiles/', { tile_order: [textTileId] }],
        ['delete_tile/', { tile_id: insightTileId }],
        ['move_tile/', { tile: { id: textTileId }, to_dashboard: other.id }],
      ] as const
      const stored = async (path: string) => (await owner.get(path)).body
      for (const [change, body] of changes) {
        const before = await stored(source.path)
        const send = (version: number) =>
          owner.post(source.path + change, body, { headers: { 'if-match': `"${version}"` } })
        const stale = await send(Number(before.version) - 1)
        expect([change, stale.status, stale.body.code]).toEqual([change, 412, 'precondition_failed'])
        expect(await stored(source.path)).toMatchObject({ version: before.version, tiles: before.tiles })
        expect((await send(Number(before.version))).status).toBeLessThan(300)
        expect((await stored(source.path)).version).toBe(Number(before.version) + 1)
      }
      const copied = { from_dashboard_id: other.id, tile_id: textTileId }
      const copy = (tag: string) => owner.post(`${source.path}copy_tile/`, copied, { headers: { 'if-match': tag } })
      expect((await copy('"1"')).status).toBe(412)
      expect(dashboardIn(await copy('*')).id).toBe(id)
      const moved = { tile: { id: textTileId }, to_dashboard: source.id }
      const move = await owner.patch(`${other.path}move_tile/`, moved, { headers: { 'if-match': '"x"' } })
      expect(move.body.detail).toContain('If-Match does not contain a version of the dashboard.')
    })

    it('INSIGHT-1 show numbers, or why there are none, and never a zero that was not counted', async () => {
      const { owner, path: project, newDashboard } = await worldWithDashboards(newWorld)
      const { id, path } = await newDashboard()
      for (const query of [CALLS, { kind: 'FunnelsQuery' }, null])
        await owner.post(`${project}insights/`, { query, dashboards: [id] })
      const [calls, funnel, none] = dashboardIn(await owner.get(path)).tiles
      expect(calls?.insight).toMatchObject({ result: [{ count: 0, label: '$feature_flag_called' }], timezone: 'UTC' })
      expect(Object.keys(calls ?? {})).not.toContain('error')
      for (const tile of [funnel, none]) {
        expect(tile).toMatchObject({
          error: { type: 'UnsupportedQuery', message: expect.any(String) },
          insight: { result: null },
        })
      }
      const runs = await owner.get(`${path}run_insights/`)
      expect(runs.body.results).toMatchObject([
        { insight: { result: '$feature_flag_called: 0' } },
        { insight: { result: null, error: { type: 'UnsupportedQuery' } } },
        { insight: { result: null } },
      ])
    })
  })

  describe('who may edit', () => {
    it('DASH-82 is refused with the sentence that clients know', async () => {
      const { owner, member, newDashboard, withTiles } = await worldWithDashboards(newWorld)
      const [{ path, textTileId }, open] = [await withTiles(), await newDashboard({}, member)]
      await owner.patch(path, { restriction_level: 37 })
      const attempts = [
        member.patch(path, { name: 'x' }),
        member.patch(`${path}move_tile/`, { tile: { id: textTileId }, to_dashboard: open.id }),
        member.post(`${path}create_text_tile/`, { body: 'x' }),
        member.post(`${path}delete_tile/`, { tile_id: textTileId }),
      ]
      for (const { status, body } of await Promise.all(attempts)) expect([status, body]).toEqual([403, FORBIDDEN])
      expect((await member.get(path)).body).toMatchObject({
        restriction_level: 37,
        effective_privilege_level: 21,
        user_access_level: 'viewer',
        access_control_version: 'v1',
      })
    })

    it('DASH-84 is opened to people who are invited', async () => {
      const { owner, member, colleague, newDashboard } = await worldWithDashboards(newWorld)
      const { path } = await newDashboard({ restriction_level: 37 })
      const invite = (user_uuid: string, level = 37) => owner.post(`${path}collaborators/`, { user_uuid, level })
      const { status, body } = await invite(member.user.uuid)
      expect([status, body]).toEqual([
        201,
        expect.objectContaining({ user: expect.objectContaining({ id: member.user.id }), level: 37 }),
      ])
      expect((await invite(member.user.uuid)).body.detail).toBe('User already is a collaborator.')
      expect((await invite(colleague.user.uuid, 21)).body.detail).toBe(
        'Only edit access can be explicitly specified currently.',
      )
      expect((await member.patch(path, { name: 'mine' })).status).toBe(200)
      expect((await member.patch(path, { restriction_level: 21 })).body.detail).toBe(
        "Only the dashboard owner and project admins have the restriction rights required to change the dashboard's restriction level.",
      )
      const listed = await colleague.get(`${path}collaborators/`)
      expect(JSON.parse(listed.text ?? '')).toEqual([body])
      expect((await owner.delete(`${path}collaborators/${member.user.uuid}/`)).status).toBe(204)
      expect((await member.patch(path, { name: 'theirs' })).status).toBe(403)
    })
  })

  describe('templates', () => {
    it('DASH-76 of a dashboard make the same dashboard again', async () => {
      const { owner, dashboards, withTiles } = await worldWithDashboards(newWorld)
      const { path } = await withTiles()
      const template = (await owner.get(`${path}export_template/`)).body
      const made = await owner.post(`${dashboards}create_from_template_json/`, { template, creation_context: 'test' })
      const { id } = dashboardIn(made)
      expect([made.status, made.body.creation_mode]).toEqual([200, 'default'])
      expect((await owner.get(`${dashboards}${id}/export_template/`)).body).toEqual(template)
    })

    it('DASH-102 are refused with a tile that has no query', async () => {
      const { owner, dashboards } = await worldWithDashboards(newWorld)
      const tiles = [{ type: 'INSIGHT', name: 'I', filters: { events: [{ id: 'x' }] } }]
      const template = { template_name: 'T', dashboard_description: '', dashboard_filters: {}, tiles }
      const refused = await owner.post(`${dashboards}create_from_template_json/`, { template })
      expect(refused).toMatchObject({ status: 400, body: { attr: 'template__tiles__0__query' } })
      expect((await owner.get(dashboards)).body.count).toBe(0)
    })

    it('DASH-100 with tiles that are sent back as they were read makes the same again', async () => {
      const { owner, project, dashboards } = await worldWithDashboards(newWorld)
      const insights = `/api/projects/${project.id}/insights/`
      const { body: insight } = await owner.post(insights, { name: 'I', query: { kind: 'TrendsQuery', series: [] } })
      const layouts = { sm: { x: 0, y: 0, w: 6, h: 5 } }
      const tiles = [
        { text: { body: 'Hello' }, layouts },
        { insight: { id: insight.id }, layouts: {}, color: 'red' },
      ]
      const first = await owner.post(dashboards, { name: 'D', tiles })
      expect(first.status).toBe(201)
      const again = await owner.post(dashboards, { ...first.body, name: 'E' })
      const shown = [
        { text: { body: 'Hello' }, layouts },
        { insight: { id: insight.id }, color: 'red' },
      ]
      expect([dashboardIn(first).tiles, dashboardIn(again).tiles]).toMatchObject([shown, shown])
      const refused = await owner.post(dashboards, { tiles: [{ insight: { id: 999 } }] })
      expect(refused).toMatchObject({ status: 400, body: { attr: 'tiles__0__insight__id' } })
    })

    it('DASH-71 DASH-96 are the ground for what is sent beside them', async () => {
      const { owner, dashboards } = await worldWithDashboards(newWorld)
      const template = {
        template_name: 'T',
        dashboard_description: 'of the template',
        dashboard_filters: { date_from: '-7d' },
        tags: ['t'],
        tiles: [{ type: 'INSIGHT', query: null }],
      }
      const sent = { name: 'N', description: 'D', filters: { date_from: '-1d' }, pinned: true, restriction_level: 37 }
      const made = await owner.post(`${dashboards}create_from_template_json/`, { template, ...sent, tags: ['S'] })
      expect(made.body).toMatchObject({ ...sent, tags: ['s', 't'], creation_mode: 'default' })
      expect(dashboardIn(made).tiles).toMatchObject([{ insight: { description: null } }])
      const named = await owner.post(dashboards, { use_template: 'Flag usage', ...sent, tags: ['S'] })
      expect(named.body).toMatchObject({ ...sent, tags: ['s', 'feature flags'], creation_mode: 'template' })
    })

    it('DASH-70 that are none are refused with the words that clients know, and leave no dashboard', async () => {
      const { owner, dashboards } = await worldWithDashboards(newWorld)
      const make = (body: JsonObject) => owner.post(`${dashboards}create_from_template_json/`, body)
      expect((await make({})).body).toMatchObject({ code: 'required', attr: 'template' })
      expect(String((await make({ template: {} })).body.detail).split('\n')[0]).toBe(
        "'template_name' is a required property",
      )
      expect((await owner.post(dashboards, { use_template: 'None' })).body).toMatchObject({
        attr: 'use_template',
        detail: 'Invalid template provided: None',
      })
      expect((await owner.get(dashboards)).body.count).toBe(0)
    })

    it('DASH-77 are kept, listed beside the built-in ones, and used by name', async () => {
      const { owner, path, dashboards } = await worldWithDashboards(newWorld)
      const tile = { type: 'TEXT', body: 'Hi', layouts: {}, color: null }
      const kept = await owner.post(`${path}dashboard_templates/`, { template_name: 'Ours', tiles: [tile] })
      expect([kept.status, kept.body.scope]).toEqual([201, 'team'])
      const names = resultsOf(await owner.get(`${path}dashboard_templates/`)).map((each) => each.template_name)
      expect(names).toEqual([...names].sort())
      expect(names).toEqual(expect.arrayContaining(['Flag usage', 'Ours', 'Rollout watch']))
      const used = await owner.post(dashboards, { use_template: 'Ours' })
      expect(dashboardIn(used)).toMatchObject({ creation_mode: 'template', tiles: [{ text: { body: 'Hi' } }] })
      for (const name of names) {
        const { tiles } = dashboardIn(await owner.post(dashboards, { use_template: String(name) }))
        expect(tiles.flatMap(({ error }) => error ?? [])).toEqual([])
      }
    })
  })

  describe('of flags', () => {
    it('DASH-61 are made once, and answered as the flag and as success', async () => {
      const { owner, flags, dashboards, newFlag } = await worldWithDashboards(newWorld)
      const { id, key } = await newFlag()
      const { status, body } = await owner.post(`${flags}${id}/dashboard/`, { anything: 1 })
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({ success: true, id, usage_dashboard: expect.any(Number) }),
      ])
      expect((await owner.post(`${flags}${id}/dashboard/`)).body.usage_dashboard).toBe(body.usage_dashboard)
      const dashboard = dashboardIn(await owner.get(`${dashboards}${body.usage_dashboard}/`))
      expect(dashboard).toMatchObject({
        name: `Generated Dashboard: ${key} Usage`,
        description: `This dashboard was generated by the feature flag with key (${key})`,
        creation_mode: 'template',
        filters: { date_from: '-30d' },
      })
      expect(dashboard.tiles.map(({ insight }) => insight?.name)).toEqual([
        'Feature Flag Called Total Volume',
        'Feature Flag calls made by unique users per variant',
      ])
    })

    it('DASH-65 follow the key of the flag', async () => {
      const { owner, flags, dashboards, newFlag } = await worldWithDashboards(newWorld)
      const { id } = await newFlag()
      const { body } = await owner.post(`${flags}${id}/dashboard/`)
      await owner.patch(`${flags}${id}/`, { key: 'renamed' })
      const dashboard = dashboardIn(await owner.get(`${dashboards}${body.usage_dashboard}/`))
      expect(dashboard.name).toBe('Generated Dashboard: renamed Usage')
      expect(JSON.stringify(dashboard.tiles[0]?.insight?.query)).toContain('"renamed"')
    })

    it('DASH-61 are refused with the two fields that clients read', async () => {
      const { owner, flags, newFlag } = await worldWithDashboards(newWorld)
      const { id } = await newFlag()
      const unenriched = await owner.post(`${flags}${id}/enrich_usage_dashboard/`)
      expect([unenriched.status, unenriched.body]).toEqual([
        400,
        expect.objectContaining({ success: false, error: 'Usage dashboard not found', type: 'validation_error' }),
      ])
      await owner.patch(`${flags}${id}/`, { deleted: true })
      expect((await owner.post(`${flags}${id}/dashboard/`)).body).toMatchObject({
        success: false,
        error: 'This feature flag has been deleted. Restore it before generating a usage dashboard.',
      })
    })
  })

  it('DASH-90 insights are read by their id and by their short id', async () => {
    const { owner, path } = await worldWithDashboards(newWorld)
    const { body, status } = await owner.post(`${path}insights/`, { name: 'Calls', query: CALLS })
    expect(status).toBe(201)
    const one = `${path}insights/${body.id}/`
    expect((await owner.get(one)).body).toEqual(body)
    expect((await owner.get(`${path}insights/${body.short_id}/`)).body).toEqual(body)
    expect((await owner.patch(one, { favorited: true, query: null })).body).toMatchObject({
      favorited: true,
      result: null,
    })
    expect(resultsOf(await owner.get(`${path}insights/?favorited=true`))).toHaveLength(1)
    for (const query of [`created_by=${owner.user.id}`, 'user=true', 'date_from=-1d', 'created_date_to=9998-01-01'])
      expect(resultsOf(await owner.get(`${path}insights/?${query}`)).length, query).toBeGreaterThan(0)
    for (const query of ['created_by=[]', 'date_to=-1d', 'created_date_from=9998-01-01', 'user=true&created_by=[]'])
      expect(resultsOf(await owner.get(`${path}insights/?${query}`)), query).toEqual([])
    for (const name of ['created_by', 'user', 'date_from', 'date_to', 'created_date_from', 'created_date_to']) {
      const { status, body } = await owner.get(`${path}insights/?${name}=x`)
      expect({ status, attr: body.attr }, name).toEqual({ status: 400, attr: name })
    }
    expect((await owner.get(`${path}insights/nonsense-id/`)).status).toBe(404)
    const { status: hard, body: refusal } = await owner.delete(one)
    expect([hard, refusal.code]).toEqual([405, 'method_not_allowed'])
  })

  it('DASH-97 insights refuse the filters of older clients, and take back what they answered', async () => {
    const { owner, path } = await worldWithDashboards(newWorld)
    const { body } = await owner.post(`${path}insights/`, { name: 'Calls', query: CALLS })
    const one = `${path}insights/${body.id}/`
    const filters = { insight: 'TRENDS', events: [{ id: '$feature_flag_called' }] }
    for (const refused of [await owner.post(`${path}insights/`, { filters }), await owner.patch(one, { filters })]) {
      expect([refused.status, refused.body]).toMatchObject([400, { code: 'invalid_input', attr: 'filters' }])
    }
    expect(body.filters).toEqual({})
    expect(await owner.patch(one, body)).toMatchObject({ status: 200, body: { query: CALLS, filters: {} } })
    expect((await owner.post(`${path}insights/`, { filters: {}, query: null })).status).toBe(201)
  })
}

/** The version at the start of an entity tag. */
function versionIn(etag: string | undefined): number {
  return Number(/^W\/"(\d+)-[0-9a-f]{16}"$/.exec(etag ?? '')?.[1])
}

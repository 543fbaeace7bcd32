import type { JsonObject } from '@flagdeck/core'
import { describe, expect, it } from 'vitest'
import { resultsOf } from '../support/api-response.ts'
import type { NewWorld } from '../support/world.ts'

async function worldWithDashboards(newWorld: NewWorld) {
  const world = await newWorld()
  const dashboards = `/api/projects/${world.project.id}/dashboards/`
  const newDashboard = async (fields: JsonObject = {}, creator = world.owner) => {
    const { status, body, text } = await creator.post(dashboards, fields)
    expect(status, text ?? '').toBe(201)
    return body as JsonObject & { readonly id: number; readonly tiles: readonly JsonObject[] } // checked against its schema
  }
  const withText = async (body = 'Hello', fields: JsonObject = {}) => {
    const { id } = await newDashboard(fields)
    const tile = await world.owner.post(`${dashboards}${id}/create_text_tile/`, { body })
    expect(tile.status).toBe(201)
    return { id, path: `${dashboards}${id}/`, tileId: Number(tile.body.id) }
  }
  return { ...world, dashboards, newDashboard, withText }
}

/** Dashboards over HTTP: docs/behaviour/dashboards.md. */
export function dashboards(newWorld: NewWorld): void {
  it('DASH-1 have every documented field from an empty body on', async () => {
    const { owner, newDashboard, project } = await worldWithDashboards(newWorld)
    expect(await newDashboard()).toEqual({
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
  describe('lists', () => {
    it('DASH-3 show pinned dashboards first, then by name', async () => {
      const { owner, dashboards, newDashboard } = await worldWithDashboards(newWorld)
      for (const fields of [{ name: 'b' }, { name: 'a' }, { name: 'c', pinned: true }]) await newDashboard(fields)
      expect(resultsOf(await owner.get(dashboards)).map(({ name }) => name)).toEqual(['c', 'a', 'b'])
    })
  })
}

import { TEMPLATE } from '../support/dashboard-place.ts'
import { LOOK, MEMBERS, RUN } from './askers.ts'
import type { Row, Scene } from './row.ts'

/**
 * A restricted dashboard can be edited by its creator, admins and invited users (DASH-80); a deleted one by no user
 * (DASH-40).
 */
const dashboard = {
  on: 'dashboard',
  may: { plain: MEMBERS, restricted: RUN, deleted: MEMBERS },
  but: { deleted: 404 },
} as const
const project = { on: 'project', may: MEMBERS } as const
const moved = ({ ids: { tile = 0, other = 0 } }: Scene) => ({ tile: { id: tile }, to_dashboard: other })
const insight = ({ ids: { insight = 0 } }: Scene) => ({ id: insight })
const template = ({ ids: { template = '' } }: Scene) => ({ id: template })

/** Rows about dashboards: docs/behaviour/dashboards.md. */
export const DASHBOARD_ROWS: Readonly<Record<string, readonly Row[]>> = {
  dashboards_create: [
    { ...project, json: () => ({ name: 'new' }) },
    // Callers with read access may show the same insight elsewhere (DASH-92).
    {
      ...dashboard,
      what: 'from it',
      may: MEMBERS,
      but: { deleted: 400 },
      json: ({ ids: { id = 0 } }) => ({ use_dashboard: id }),
    },
  ],
  dashboards_partial_update: [
    { ...dashboard, json: () => ({ name: 'changed' }) },
    { ...dashboard, what: 'deleted', but: {}, json: () => ({ deleted: true }) },
    { ...dashboard, what: 'back', but: {}, json: () => ({ deleted: false }) },
    // Only the creator and admins decide (DASH-83).
    {
      ...dashboard,
      what: 'restricted',
      may: { ...dashboard.may, plain: RUN },
      json: () => ({ restriction_level: 37 }),
    },
  ],
  dashboards_update: [{ ...dashboard, json: () => ({ name: 'changed' }) }],
  dashboards_destroy: [{ on: 'dashboard', may: [], otherwise: 405 }],
  dashboards_versions_restore_create: [{ ...dashboard, but: {} }],
  dashboards_create_from_template_json_create: [{ ...project, json: () => ({ template: TEMPLATE }) }],
  dashboards_move_tile_partial_update: [{ ...dashboard, json: moved }],
  dashboards_move_tile_create: [{ ...dashboard, json: moved }],
  dashboards_copy_tile_create: [
    {
      ...dashboard,
      json: ({ ids: { other = 0, other_tile = 0 } }) => ({ fromDashboardId: other, tileId: other_tile }),
    },
    {
      ...dashboard,
      what: 'to another one',
      may: MEMBERS,
      path: ({ ids: { other = 0 } }) => ({ id: other }),
      json: ({ ids: { id = 0, tile = 0 } }) => ({ fromDashboardId: id, tileId: tile }),
    },
  ],
  dashboards_reorder_tiles_create: [{ ...dashboard, json: ({ ids: { text = 0 } }) => ({ tile_order: [text] }) }],
  dashboards_delete_tile_create: [{ ...dashboard, json: ({ ids: { text = 0 } }) => ({ tile_id: text }) }],
  dashboards_create_text_tile_create: [{ ...dashboard, json: () => ({ body: 'new' }) }],
  dashboards_update_text_tile_create: [
    { ...dashboard, json: ({ ids: { text = 0 } }) => ({ tile_id: text, body: 'changed' }) },
  ],
  dashboards_update_tile_create: [
    { ...dashboard, json: ({ ids: { tile = 0 } }) => ({ tile_id: tile, color: 'blue' }) },
  ],
  // A dashboard that all members may edit takes no invitations (DASH-84).
  dashboards_collaborators_create: [
    {
      ...dashboard,
      but: { plain: 400, deleted: 404 },
      json: ({ ids: { user_uuid = '' } }) => ({ user_uuid, level: 37 }),
    },
  ],
  // No user is invited there.
  dashboards_collaborators_destroy: [{ ...dashboard, but: { plain: 400, restricted: 404, deleted: 404 } }],
  dashboard_templates_create: [{ ...project, json: () => ({ ...TEMPLATE, template_name: 'new' }) }],
  dashboard_templates_partial_update: [
    { ...project, path: template, json: () => ({ template_name: 'changed' }) },
    { ...project, what: 'deleted', path: template, json: () => ({ deleted: true }) },
  ],
  dashboard_templates_destroy: [{ on: 'project', may: [], otherwise: 405, path: template }],
  insights_create: [
    { ...project, json: () => ({ name: 'new' }) },
    { ...dashboard, what: 'on it', but: { deleted: 400 }, json: ({ ids: { id = 0 } }) => ({ dashboards: [id] }) },
  ],
  // The permissions for an insight are those of the live dashboards that show it (DASH-92).
  insights_partial_update: [
    { ...project, what: 'on none', path: insight, json: () => ({ name: 'changed' }) },
    { ...dashboard, but: {}, path: insight, json: () => ({ name: 'changed' }) },
    { ...dashboard, what: 'deleted', but: {}, path: insight, json: () => ({ deleted: true }) },
  ],
  query_create: [
    {
      ...project,
      may: LOOK,
      json: () => ({ query: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: '$feature_flag_called' }] } }),
    },
  ],
  insights_destroy: [{ on: 'project', may: [], otherwise: 405, path: insight }],
}

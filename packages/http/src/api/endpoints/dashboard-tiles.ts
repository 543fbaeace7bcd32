import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { integerId, projectId } from '../../rest/path-id.ts'
import { dashboardSchema } from '../wire/dashboard.ts'
import { dashboardOverridesQuery } from '../wire/dashboard-query.ts'
import {
  copyTileBody,
  createTextTileBody,
  deleteTileBody,
  moveTileBody,
  reorderTilesBody,
  updateTextTileBody,
  updateTileBody,
} from '../wire/dashboard-request.ts'
import { tileSchema } from '../wire/dashboard-tile.ts'
import { insightRunsSchema, OUTPUT_FORMATS } from '../wire/insight-run.ts'

const dashboard = '/api/projects/{project_id}/dashboards/{id}/' as const

const oneDashboard = z.object({ project_id: projectId(), id: integerId() })

const writes = {
  tag: 'dashboards',
  auth: 'personal_api_key',
  scope: 'dashboard:write',
  params: oneDashboard,
} as const

const changes = { ...writes, errors: ['precondition_failed'] } as const
const posts = { ...changes, method: 'POST', idempotencyKey: true } as const

const move = {
  path: `${dashboard}move_tile/`,
  summary: 'Move a tile to another dashboard; returns the source dashboard',
  body: moveTileBody,
  output: dashboardSchema,
  headers: ['ETag'],
} as const

export const moveTile = endpoint({
  ...changes,
  ...move,
  method: 'PATCH',
  operationId: 'dashboards_move_tile_partial_update',
})
export const moveTileByPost = endpoint({ ...posts, ...move, operationId: 'dashboards_move_tile_create' })

export const copyTile = endpoint({
  ...posts,
  path: `${dashboard}copy_tile/`,
  operationId: 'dashboards_copy_tile_create',
  headers: ['ETag'],
  summary: 'Copy a tile from another dashboard',
  body: copyTileBody,
  output: dashboardSchema,
})

export const reorderTiles = endpoint({
  ...posts,
  path: `${dashboard}reorder_tiles/`,
  operationId: 'dashboards_reorder_tiles_create',
  headers: ['ETag'],
  summary: 'Reorder tiles',
  body: reorderTilesBody,
  output: dashboardSchema,
})

export const deleteTile = endpoint({
  ...posts,
  path: `${dashboard}delete_tile/`,
  operationId: 'dashboards_delete_tile_create',
  summary: 'Remove a tile from a dashboard',
  body: deleteTileBody,
})

export const createTextTile = endpoint({
  ...posts,
  path: `${dashboard}create_text_tile/`,
  operationId: 'dashboards_create_text_tile_create',
  summary: 'Add a text tile to a dashboard',
  body: createTextTileBody,
  status: 201,
  output: tileSchema,
})

export const updateTextTile = endpoint({
  ...posts,
  path: `${dashboard}update_text_tile/`,
  operationId: 'dashboards_update_text_tile_create',
  summary: 'Update a text tile',
  body: updateTextTileBody,
  output: tileSchema,
})

export const updateTile = endpoint({
  ...posts,
  path: `${dashboard}update_tile/`,
  operationId: 'dashboards_update_tile_create',
  summary: 'Update the appearance and position of an insight tile',
  body: updateTileBody,
  output: tileSchema,
})

export const runDashboardInsights = endpoint({
  ...writes,
  scope: 'dashboard:read',
  method: 'GET',
  path: `${dashboard}run_insights/`,
  operationId: 'dashboards_run_insights_retrieve',
  summary: 'Run all insights on a dashboard',
  query: dashboardOverridesQuery.extend({ output_format: z.enum(OUTPUT_FORMATS).default('optimized') }),
  output: insightRunsSchema,
})

import {
  type CreateDashboardInput,
  copyTileSchema,
  createDashboardSchema,
  createTextTileSchema,
  deleteTileSchema,
  moveTileSchema,
  reorderTilesSchema,
  type UpdateDashboardInput,
  updateDashboardSchema,
  updateTextTileSchema,
  updateTileSchema,
} from '@flagdeck/core'
import type { z } from 'zod'
import type { SnakeCased } from './naming.ts'
import { requestBody } from './request-body.ts'

/** A dashboard's input with core's own types: its schemas leave filters to rules of their own. */
type DashboardBodySchema<Input> = z.ZodType<Input, SnakeCased<Input>>

export const createDashboardBody = requestBody(
  createDashboardSchema,
) as unknown as DashboardBodySchema<CreateDashboardInput>
export const updateDashboardBody = requestBody(
  updateDashboardSchema,
) as unknown as DashboardBodySchema<UpdateDashboardInput>

// The web client of this API, and its older releases, spell these in camel case.
export const moveTileBody = requestBody(moveTileSchema, ['toDashboard'])
export const copyTileBody = requestBody(copyTileSchema, ['fromDashboardId', 'tileId'])
export const reorderTilesBody = requestBody(reorderTilesSchema)
export const deleteTileBody = requestBody(deleteTileSchema)
export const createTextTileBody = requestBody(createTextTileSchema)
export const updateTextTileBody = requestBody(updateTextTileSchema)
export const updateTileBody = requestBody(updateTileSchema)

import {
  copyTileSchema,
  createDashboardSchema,
  createTextTileSchema,
  deleteTileSchema,
  moveTileSchema,
  reorderTilesSchema,
  updateDashboardSchema,
  updateTextTileSchema,
  updateTileSchema,
} from '@flagdeck/core/operations'
import { dashboardSchema } from './dashboard.ts'
import { fieldsOf, requestBody } from './request-body.ts'

const sentBack = fieldsOf(dashboardSchema)

export const createDashboardBody = requestBody(createDashboardSchema, { sentBack })
export const updateDashboardBody = requestBody(updateDashboardSchema, { sentBack })

// This API's web client and its older releases send these fields in camel case.
export const moveTileBody = requestBody(moveTileSchema, { otherNames: { toDashboard: 'toDashboard' } })
export const copyTileBody = requestBody(copyTileSchema, {
  otherNames: { fromDashboardId: 'fromDashboardId', tileId: 'tileId' },
})
export const reorderTilesBody = requestBody(reorderTilesSchema, { refuseUnknownExcept: [] })
export const deleteTileBody = requestBody(deleteTileSchema)
export const createTextTileBody = requestBody(createTextTileSchema, { refuseUnknownExcept: [] })
export const updateTextTileBody = requestBody(updateTextTileSchema, { refuseUnknownExcept: [] })
export const updateTileBody = requestBody(updateTileSchema, { refuseUnknownExcept: [] })

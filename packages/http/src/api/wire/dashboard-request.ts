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
import { requestBody } from './request-body.ts'

export const createDashboardBody = requestBody(createDashboardSchema)
export const updateDashboardBody = requestBody(updateDashboardSchema)

// The web client of this API, and its older releases, spell these in camel case.
export const moveTileBody = requestBody(moveTileSchema, { otherNames: { toDashboard: 'toDashboard' } })
export const copyTileBody = requestBody(copyTileSchema, {
  otherNames: { fromDashboardId: 'fromDashboardId', tileId: 'tileId' },
})
export const reorderTilesBody = requestBody(reorderTilesSchema, { refuseUnknownExcept: [] })
export const deleteTileBody = requestBody(deleteTileSchema)
export const createTextTileBody = requestBody(createTextTileSchema, { refuseUnknownExcept: [] })
export const updateTextTileBody = requestBody(updateTextTileSchema, { refuseUnknownExcept: [] })
export const updateTileBody = requestBody(updateTileSchema, { refuseUnknownExcept: [] })

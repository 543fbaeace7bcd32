import { addCollaboratorSchema, formatTimestamp } from '@flagdeck/core/operations'
import type { DashboardCollaborator } from '@flagdeck/core/store'
import * as z from 'zod'
import { requestBody } from './request-body.ts'
import { dateTime, userBody, userSchema } from './user.ts'

export const addCollaboratorBody = requestBody(addCollaboratorSchema)

/** A user who was invited to edit a restricted dashboard (DASH-84). */
export const collaboratorSchema = z
  .object({
    id: z.uuid(),
    dashboard_id: z.int(),
    user: userSchema,
    level: z.int(),
    added_at: dateTime(),
    updated_at: dateTime(),
  })
  .meta({ id: 'DashboardCollaborator' })

export function collaboratorBody({ id, dashboardId, user, level, addedAt, updatedAt }: DashboardCollaborator) {
  return {
    id,
    dashboard_id: dashboardId,
    user: userBody(user),
    level,
    added_at: formatTimestamp(addedAt),
    updated_at: formatTimestamp(updatedAt),
  }
}

import * as z from 'zod'
import { FLAG_ACCESS_LEVELS } from '../../data/records/flag-access-level.ts'
import { nameField } from '../../foundation/validation/fields.ts'

export const createRoleSchema = z.object({
  name: nameField(),
  featureFlagsAccessLevel: z.literal([FLAG_ACCESS_LEVELS.view, FLAG_ACCESS_LEVELS.edit]).optional(),
})

export const updateRoleSchema = createRoleSchema.partial()

/** What a new role is made of. */
export type CreateRoleInput = Readonly<z.input<typeof createRoleSchema>>
/** What changes about a role. */
export type UpdateRoleInput = Readonly<z.input<typeof updateRoleSchema>>

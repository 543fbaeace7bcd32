import { z } from 'zod'
import { textField } from '../validation/fields.ts'
import { rule } from '../validation/violations-of.ts'
import { FLAG_ACCESS_LEVELS } from './flag-access-level.ts'

const name = textField()
  .max(200)
  .transform((text) => text.trim())
  .refine((text) => text !== '', rule('blank', 'This field may not be blank.'))

export const createRoleSchema = z.object({
  name,
  featureFlagsAccessLevel: z.literal([FLAG_ACCESS_LEVELS.view, FLAG_ACCESS_LEVELS.edit]).optional(),
})

export const updateRoleSchema = createRoleSchema.partial()

export type CreateRoleInput = Readonly<z.input<typeof createRoleSchema>>
export type UpdateRoleInput = Readonly<z.input<typeof updateRoleSchema>>

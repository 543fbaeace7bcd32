import * as z from 'zod'
import { FLAG_ACCESS_LEVELS } from '../../data/records/flag-access-level.ts'
import type { RoleDetails } from '../../data/records/role.ts'
import { nameField } from '../../foundation/validation/fields.ts'
import { fieldNames, withReadOnly } from '../../foundation/validation/read-only-fields.ts'

const READ_ONLY = fieldNames<Omit<RoleDetails, 'name' | 'flagAccessLevel'>>({
  id: true,
  organizationId: true,
  createdAt: true,
  createdBy: true,
  members: true,
  associatedFlags: true,
})

const fields = z.object({
  name: nameField(),
  flagAccessLevel: z.literal([FLAG_ACCESS_LEVELS.view, FLAG_ACCESS_LEVELS.edit]).optional(),
})

export const createRoleSchema = withReadOnly(fields, READ_ONLY)
export const updateRoleSchema = withReadOnly(fields.partial(), READ_ONLY)

/** The fields of a new role. */
export type CreateRoleInput = Readonly<z.input<typeof createRoleSchema>>
/** The changes of a role. */
export type UpdateRoleInput = Readonly<z.input<typeof updateRoleSchema>>

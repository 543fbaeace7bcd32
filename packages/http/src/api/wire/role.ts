import type { FlagRoleAccessDetails } from '@flagdeck/core'
import { formatTimestamp } from '@flagdeck/core/operations'
import type { RoleDetails, RoleMembership } from '@flagdeck/core/store'
import * as z from 'zod'
import { flagBody, flagSchema } from './flag.ts'
import { dateTime, userBody, userBodyOrNull, userSchema } from './user.ts'

export const roleMembershipSchema = z
  .object({
    id: z.uuid(),
    role_id: z.uuid(),
    user: userSchema,
    joined_at: dateTime(),
    updated_at: dateTime(),
  })
  .meta({ id: 'RoleMembership' })

export function roleMembershipBody({ id, roleId, user, joinedAt, updatedAt }: RoleMembership) {
  return {
    id,
    role_id: roleId,
    user: userBody(user),
    joined_at: formatTimestamp(joinedAt),
    updated_at: formatTimestamp(updatedAt),
  }
}

/**
 * A role. Some descriptions of this API declare the last two fields as strings, but clients have always received lists.
 */
export const roleSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    feature_flags_access_level: z.int().describe('21 may only view flags, 37 may edit all of them'),
    created_at: dateTime(),
    created_by: userSchema.nullable(),
    members: z.array(roleMembershipSchema),
    associated_flags: z.array(z.object({ id: z.int(), key: z.string() })),
  })
  .meta({ id: 'Role' })

export function roleBody(role: RoleDetails) {
  return {
    id: role.id,
    name: role.name,
    feature_flags_access_level: role.flagAccessLevel,
    created_at: formatTimestamp(role.createdAt),
    created_by: userBodyOrNull(role.createdBy),
    members: role.members.map(roleMembershipBody),
    associated_flags: role.associatedFlags.map(({ id, key }) => ({ id, key })),
  }
}

/** The access of a role to a flag (ROLE-10). */
export const roleAccessSchema = z
  .object({
    id: z.int(),
    feature_flag: flagSchema,
    role: roleSchema,
    added_at: dateTime(),
    updated_at: dateTime(),
  })
  .meta({ id: 'FeatureFlagRoleAccess' })

export function roleAccessBody({ id, flag, role, addedAt, updatedAt }: FlagRoleAccessDetails) {
  return {
    id,
    feature_flag: flagBody(flag),
    role: roleBody(role),
    added_at: formatTimestamp(addedAt),
    updated_at: formatTimestamp(updatedAt),
  }
}

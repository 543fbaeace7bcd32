import type { Timestamp, User } from '@flagdeck/core'
import { formatTimestamp } from '@flagdeck/core/operations'
import * as z from 'zod'

/** ISO 8601 in UTC. */
export const dateTime = () => z.iso.datetime()

/** A user as it is embedded in other resources. */
export const userSchema = z
  .object({
    id: z.int(),
    uuid: z.uuid(),
    distinct_id: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    is_email_verified: z.boolean().nullable(),
    hedgehog_config: z.null(),
    role_at_organization: z.string().nullable(),
  })
  .meta({ id: 'User' })

export type UserBody = z.output<typeof userSchema>

export function userBody(user: User): UserBody {
  return {
    id: user.id,
    uuid: user.uuid,
    distinct_id: user.distinctId,
    first_name: user.firstName,
    last_name: user.lastName,
    email: user.email,
    is_email_verified: user.isEmailVerified,
    hedgehog_config: null,
    role_at_organization: null,
  }
}

/** {@link userBody}, or null when no user was involved. */
export function userBodyOrNull(user: User | null): UserBody | null {
  return user && userBody(user)
}

/** The timestamp as the API formats it, or null. */
export function timeOrNull(timestamp: Timestamp | null): string | null {
  return timestamp && formatTimestamp(timestamp)
}

export const membershipLevel = () => z.int().describe('1 member, 8 admin, 15 owner')

import * as z from 'zod'
import type { Invitation } from '../../../data/records/invitation.ts'
import { MEMBERSHIP_LEVELS } from '../../../data/records/membership.ts'
import { MAX_LIST_LENGTH } from '../../../foundation/validation/bounded-fields.ts'
import { emailField, textField, uuidField } from '../../../foundation/validation/fields.ts'
import { fieldNames, withReadOnly } from '../../../foundation/validation/read-only-fields.ts'
import type { Sent } from '../../../foundation/validation/sent.ts'
import { passwordField } from '../password-field.ts'

const { member, admin, owner } = MEMBERSHIP_LEVELS

const personName = () =>
  textField()
    .max(200)
    .transform((text) => text.trim())

/** What a client may send to invite a member. */
export const inviteSchema = withReadOnly(
  z.object({
    email: emailField(),
    /** The suggested first name, which the new user may change. */
    firstName: personName().optional(),
    /** 1 member, 8 admin, 15 owner; member if missing. */
    level: z.literal([member, admin, owner]).optional(),
    /** Ids of roles of the organization. */
    roleIds: z.array(uuidField()).max(MAX_LIST_LENGTH).optional(),
  }),
  fieldNames<Omit<Invitation, 'email' | 'firstName' | 'level' | 'roleIds'>>({
    id: true,
    organizationId: true,
    secureToken: true,
    createdBy: true,
    createdAt: true,
    expiresAt: true,
    acceptedAt: true,
  }),
)

/** What a client without an account may send to accept an invitation. */
export const acceptInvitationSchema = z.object({
  firstName: personName().optional(),
  lastName: personName().optional(),
  /** The password for this and later sign-ins. */
  password: passwordField().optional(),
})

/** What a user sends to accept an invitation. */
export const acceptAsUserSchema = z.object({ token: textField().max(200) })

/** The address to invite, with the level and the roles. */
export type InviteInput = Sent<typeof inviteSchema>
/** What a client without an account sends to accept an invitation. */
export type AcceptInvitationInput = Readonly<z.input<typeof acceptInvitationSchema>>
export type AcceptAsUserInput = Readonly<z.input<typeof acceptAsUserSchema>>

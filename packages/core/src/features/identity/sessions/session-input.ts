import * as z from 'zod'
import { emailField, textField } from '../../../foundation/validation/fields.ts'
import { MAX_PASSWORD_LENGTH, passwordField } from '../password-field.ts'

/** What somebody sends to sign in by password. */
export const signInSchema = z.object({
  email: emailField(),
  /** As long as it may be; how short it is, is said when it is set. */
  password: textField().max(MAX_PASSWORD_LENGTH),
})

/** What somebody sends to sign in by a link. */
export const signInByLinkSchema = z.object({ token: textField().max(200) })

/** What somebody sends to set or change their password. */
export const changePasswordSchema = z.object({
  /** Wanted of who has one, unless a link has just let them in. */
  currentPassword: textField().max(MAX_PASSWORD_LENGTH).optional(),
  password: passwordField(),
})

export type SignInInput = Readonly<z.input<typeof signInSchema>>
export type SignInByLinkInput = Readonly<z.input<typeof signInByLinkSchema>>
export type ChangePasswordInput = Readonly<z.input<typeof changePasswordSchema>>

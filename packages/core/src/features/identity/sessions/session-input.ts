import * as z from 'zod'
import { emailField, textField } from '../../../foundation/validation/fields.ts'
import { MAX_PASSWORD_LENGTH, passwordField } from '../password-field.ts'

/** What a client sends to sign in with a password. */
export const signInSchema = z.object({
  email: emailField(),
  /** Checks only the maximum length; the minimum length is checked when a password is set. */
  password: textField().max(MAX_PASSWORD_LENGTH),
})

/** What a client sends to sign in with a link. */
export const signInByLinkSchema = z.object({ token: textField().max(200) })

/** What a client sends to set or change a password. */
export const changePasswordSchema = z.object({
  /** Required of users with a password, unless they have just signed in with a link. */
  currentPassword: textField().max(MAX_PASSWORD_LENGTH).optional(),
  password: passwordField(),
})

export type SignInInput = Readonly<z.input<typeof signInSchema>>
export type SignInByLinkInput = Readonly<z.input<typeof signInByLinkSchema>>
export type ChangePasswordInput = Readonly<z.input<typeof changePasswordSchema>>

import type { sessions } from '@flagdeck/core/operations'
import * as z from 'zod'
import type { OpenIdFailureReason } from '../access/openid-provider.ts'

/** The query with which a provider redirects the browser back. The provider defines the values. */
export const openIdAnswerSchema = z.object({
  state: z.string().optional(),
  code: z.string().optional(),
  error: z.string().optional(),
})

/** The reason for a refusal, for the sign-in page of the console. */
export type OpenIdWord = OpenIdFailureReason | sessions.OpenIdRefusal | 'other_page' | 'throttled'

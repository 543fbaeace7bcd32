import type { sessions } from '@flagdeck/core/operations'
import * as z from 'zod'
import type { OpenIdFailureReason } from '../access/openid-provider.ts'

/** What a provider sends a browser back with; what is in it is the provider's own matter. */
export const openIdAnswerSchema = z.object({
  state: z.string().optional(),
  code: z.string().optional(),
  error: z.string().optional(),
})

/** Why somebody was not let in, for the sign-in page of the console. */
export type OpenIdWord = OpenIdFailureReason | sessions.OpenIdRefusal | 'other_page' | 'throttled'

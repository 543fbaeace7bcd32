import * as z from 'zod'
import { TOKEN_PREFIXES } from '../../data/records/project.ts'
import { isScope } from '../../data/records/scope.ts'
import { isTimeZone } from '../../features/identity/project-input.ts'
import { parseTimestamp } from '../../foundation/time/timestamp.ts'
import { emailAddressOf, MAX_EMAIL_LENGTH } from '../../foundation/validation/email-address.ts'

/** Text that may be empty. */
export const text = z
  .string()
  .trim()
  .max(200)
  .refine((value) => !value.includes('\0') && value.isWellFormed(), 'contains characters that cannot be stored')

/** A name that a user chose. */
export const name = text.min(1)

/** An e-mail address, converted to lower case (PEOPLE-16). */
export const email = z
  .string()
  .max(MAX_EMAIL_LENGTH)
  .refine((value) => emailAddressOf(value) !== undefined, 'must be an e-mail address')
  .transform((value) => emailAddressOf(value) ?? value)

export const scope = z.string().refine(isScope, 'is not a valid scope: use "*" or a scope such as "feature_flag:read"')

export const timezone = z.string().refine(isTimeZone, 'is not a time zone: use a name such as "Europe/Berlin"')

/** ISO 8601; null for never. */
export const expiry = z
  .string()
  .nullable()
  .transform((text, context) => {
    const timestamp = text === null ? null : parseTimestamp(text)
    if (timestamp !== undefined) return timestamp
    context.addIssue({ code: 'custom', message: 'must be a date in ISO 8601, such as "2030-01-31T12:00:00Z"' })
    return z.NEVER
  })

/** The value of a personal API key. Older ones have no prefix and must be too long to guess. */
export const personalKeyValue = z
  .string()
  .regex(
    /^(phx_[\x21-\x7e]+|(?!ph[a-z]_)[\x21-\x7e]{16,})$/,
    'must start with phx_, or be an older key of at least 16 characters',
  )

/** Returns the schema of a token that names a project: `phc_…` or `phs_…`. */
export function projectToken(token: keyof typeof TOKEN_PREFIXES) {
  const prefix = TOKEN_PREFIXES[token]
  return z.string().regex(new RegExp(`^${prefix}[A-Za-z0-9_-]+$`), `must be ${prefix} followed by letters or digits`)
}

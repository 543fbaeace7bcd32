import * as z from 'zod'
import { EARLY_ACCESS_STAGES } from '../../../evaluation/definition/early-access.ts'
import { documentField, idField } from '../../../foundation/validation/bounded-fields.ts'
import { dateTimeField } from '../../../foundation/validation/date-time-field.ts'
import { nameField, textField } from '../../../foundation/validation/fields.ts'
import { fieldNames, withReadOnly } from '../../../foundation/validation/read-only-fields.ts'
import type { Sent } from '../../../foundation/validation/sent.ts'
import { rule } from '../../../foundation/validation/violations-of.ts'
import type { EarlyAccessFeature } from './early-access-feature.ts'

/**
 * The maximum length of a description, and of a payload as JSON. One response contains those of all features of a
 * project.
 */
const MAX_TEXT_LENGTH = 4096
const MAX_URL_LENGTH = 800

const stage = z.enum(EARLY_ACCESS_STAGES)
const description = textField().max(MAX_TEXT_LENGTH)
const payload = documentField(MAX_TEXT_LENGTH)
/** A URL of a documentation page. Only HTTP URLs are valid, because pages show it as a link. */
const documentationUrl = textField()
  .max(MAX_URL_LENGTH)
  .refine((text) => text === '' || /^https?:\/\/[^\s/]/i.test(text), rule('invalid_input', 'Enter a valid URL.'))

/** The early access feature of a flag, in the form that writes of the flag accept (FLAG-149). */
export const earlyAccessSchema = z.object({
  name: nameField(),
  description: description.default(''),
  stage,
  documentation_url: documentationUrl.default(''),
  payload: payload.default({}),
  created_at: dateTimeField(),
})

const fields = { name: nameField(), description, stage, documentationUrl, payload }

const READ_ONLY = fieldNames<Omit<EarlyAccessFeature, keyof typeof fields>>({
  id: true,
  featureFlag: true,
  createdAt: true,
})

/** The input that creates an early access feature. */
export const createEarlyAccessSchema = withReadOnly(
  z
    .object({ ...fields, featureFlagId: idField().nullable() })
    .partial()
    .required({ name: true, stage: true }),
  READ_ONLY,
)
/**
 * The input that changes an early access feature; omitted fields are unchanged. The flag of a feature never changes.
 */
export const updateEarlyAccessSchema = withReadOnly(z.object(fields).partial(), READ_ONLY)

/** The fields of a new early access feature. Without `featureFlagId`, a flag is created. */
export type CreateEarlyAccessInput = Sent<typeof createEarlyAccessSchema>
/** The fields of an early access feature that a client can change. */
export type UpdateEarlyAccessInput = Sent<typeof updateEarlyAccessSchema>

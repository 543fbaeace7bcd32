import type { Flag } from '../../data/records/flag.ts'
import { fieldsOf } from '../../evaluation/definition/filter-parts.ts'
import { wholeViolation } from '../../foundation/validation/refuse.ts'
import { type Violation, violation } from '../../foundation/validation/violation.ts'
import { ENCRYPTION_KEY_SETTING } from '../../runtime/secrets/encryption-check.ts'

type RuledFields = Pick<
  Flag,
  | 'active'
  | 'archived'
  | 'bucketingIdentifier'
  | 'ensureExperienceContinuity'
  | 'filters'
  | 'hasEncryptedPayloads'
  | 'isRemoteConfiguration'
>

/**
 * Checks the rules about a flag as a whole (FLAG-70 to FLAG-72). `before` is the stored flag, undefined on create. A
 * violation that the stored flag already has is not reported.
 */
export function flagViolations(next: RuledFields, before: RuledFields | undefined, canEncrypt: boolean): Violation[] {
  return [
    ...continuityViolations(next, before),
    ...encryptionViolations(next, canEncrypt),
    ...archiveViolations(next, before),
  ]
}

function continuityViolations(next: RuledFields, before?: RuledFields): Violation[] {
  const combined = (flag?: RuledFields) => flag?.bucketingIdentifier === 'device_id' && flag.ensureExperienceContinuity
  if (!combined(next) || combined(before)) return []
  return [
    wholeViolation(
      "Cannot enable 'persist across authentication steps' when using device ID bucketing. These features are incompatible.",
    ),
  ]
}

function encryptionViolations(next: RuledFields, canEncrypt: boolean): Violation[] {
  if (!next.hasEncryptedPayloads) return []
  if (!next.isRemoteConfiguration) {
    return [wholeViolation('Encrypted payloads require the flag to be a remote configuration.')]
  }
  if (Object.keys(fieldsOf(next.filters).payloads ?? {}).length === 0) {
    return [PAYLOAD_REQUIRED]
  }
  if (canEncrypt) return []
  return [
    violation(
      'hasEncryptedPayloads',
      'invalid_input',
      `Encrypted payloads require an encryption key: set ${ENCRYPTION_KEY_SETTING}.`,
    ),
  ]
}

function archiveViolations(next: RuledFields, before?: RuledFields): Violation[] {
  if (!next.active || !next.archived) return []
  return before?.archived
    ? [wholeViolation('Cannot enable an archived feature flag. Unarchive it first.')]
    : [
        wholeViolation(
          'Cannot archive an enabled feature flag. Disable it first, or send active: false in the same request.',
        ),
      ]
}

/** The violation when there is no payload to encrypt. */
export const PAYLOAD_REQUIRED = violation(
  null,
  'invalid_input',
  'An encrypted payload is required when has_encrypted_payloads is true.',
)

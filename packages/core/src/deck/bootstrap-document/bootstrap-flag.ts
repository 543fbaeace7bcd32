import * as z from 'zod'
import { nearMissViolations } from '../../features/filters/near-miss-keys.ts'
import { type CreateFlagInput, checkCreateFlag } from '../../features/flags/flag-input.ts'
import { DomainError } from '../../foundation/errors/domain-error.ts'
import { unknownNameComplaint } from '../../foundation/validation/unknown-name-complaint.ts'
import type { Violation } from '../../foundation/validation/violation.ts'
import type { Limits } from '../../runtime/context.ts'
import { flagInputOf, KNOWN_FLAG_FIELDS } from './known-flag-fields.ts'
import { refusalComplaint, violationPath } from './violation-place.ts'

/** Parses a flag in the format of the API. It applies the checks of the API, except for rules that need other flags. */
export function bootstrapFlag(limits: Limits): z.ZodType<CreateFlagInput> {
  return z.record(z.string(), z.json()).transform((document, context) => {
    const unknown = Object.keys(document).find((key) => !KNOWN_FLAG_FIELDS.includes(key))
    if (unknown !== undefined) {
      context.addIssue({ code: 'custom', path: [unknown], message: unknownNameComplaint(unknown, KNOWN_FLAG_FIELDS) })
      return z.NEVER
    }
    const input = flagInputOf(document)
    for (const { attr, detail } of brokenRules(input, limits)) {
      context.addIssue({ code: 'custom', path: violationPath(attr), message: refusalComplaint(detail) })
    }
    return input
  })
}

function brokenRules(input: CreateFlagInput, limits: Limits): readonly Violation[] {
  try {
    const { filters } = checkCreateFlag(input, limits)
    return filters ? nearMissViolations(filters) : []
  } catch (error) {
    if (error instanceof DomainError) return error.violations
    throw error
  }
}

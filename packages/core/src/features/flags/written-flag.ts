import type { Violation } from '../../foundation/validation/violation.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { isWithinWrite } from '../../runtime/within-write.ts'
import type { FlagDetails } from './flag-details.ts'

/** A flag that was just created or changed. */
export interface WrittenFlag extends FlagDetails {
  /**
   * Violations that the flag already had (FLAG-29), and warnings about its filters (FLAG-56, FLAG-57); missing when
   * there are none.
   */
  readonly warnings?: readonly Violation[]
}

/** The codes of warnings. Warnings with other codes are violations that the flag already had. */
const CODES: readonly string[] = ['unread_key', 'inexact_number', 'unevaluated_setting', 'reaches_nobody']

/**
 * Reports the warnings of a write to `onError`, each kind once (FLAG-148), because callers that do not read responses
 * see them in the log. A dry run, and a write that is part of another, report nothing.
 * @param except codes of warnings that are only in the response
 */
export function reportWarnings<Written extends WrittenFlag>(
  ctx: ProjectContext,
  written: Written,
  except: readonly string[] = [],
): Written {
  if (isWithinWrite(ctx)) return written
  for (const { code, detail } of written.warnings ?? []) {
    if (except.includes(code)) continue
    const kind = CODES.includes(code) ? code : 'wrong_before'
    ctx.misuse.report(`flag warning ${kind}`, () => {
      const more = 'Responses list all warnings; the log reports each kind only once.'
      const text = `The flag ${written.key} was saved with a warning (${code}): ${detail} ${more}`
      // Logs recognize by this name that no operation failed.
      return Object.assign(new Error(text), { name: 'FlagWarning' })
    })
  }
  return written
}

export function withWarnings(flag: FlagDetails, warnings: readonly Violation[]): WrittenFlag {
  return warnings.length > 0 ? { ...flag, warnings } : flag
}

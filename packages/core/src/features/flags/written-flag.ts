import type { Violation } from '../../foundation/validation/violation.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { isWithinWrite } from '../../runtime/within-write.ts'
import type { FlagDetails } from './flag-details.ts'

/** A flag that was just created or changed. */
export interface WrittenFlag extends FlagDetails {
  /**
   * What was wrong with it before and still is (FLAG-29), and what its filters are warned of (FLAG-56, FLAG-57); missing when there
   * is nothing.
   */
  readonly warnings?: readonly Violation[]
}

/** Warnings that have a code of their own; all others are about what was wrong before. */
const CODES: readonly string[] = ['unread_key', 'inexact_number', 'unevaluated_setting', 'reaches_nobody']

/**
 * Reports the warnings of a write to `onError`, each kind once (FLAG-148): callers that do not read responses learn of
 * them in the log. A dry run, and a write that is a part of another, reports nothing.
 * @param except codes of warnings that the response alone has
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
      // The name by which a log recognizes that nothing failed.
      return Object.assign(new Error(text), { name: 'FlagWarning' })
    })
  }
  return written
}

export function withWarnings(flag: FlagDetails, warnings: readonly Violation[]): WrittenFlag {
  return warnings.length > 0 ? { ...flag, warnings } : flag
}

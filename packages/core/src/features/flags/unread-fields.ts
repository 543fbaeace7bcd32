import type { Flag } from '../../data/records/flag.ts'
import { type Violation, violation } from '../../foundation/validation/violation.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { placeInFilters } from '../filters/near-miss-keys.ts'
import { shortList, shownKey } from '../filters/unread-keys.ts'
import { simplePercentage } from './flag-details.ts'
import { reportWarnings, type WrittenFlag } from './written-flag.ts'

/**
 * Adds a warning about sent fields that are never read (FLAG-164).
 * @param known the names that the request could have meant
 */
export function withUnreadFields(
  ctx: ProjectContext,
  written: WrittenFlag,
  names: readonly string[],
  known: readonly string[],
): WrittenFlag {
  if (names.length === 0) return written
  const shown = shortList(names, (key) => shownKey('', key, known, placeInFilters(key)))
  const warning = violation(
    null,
    'unread_key',
    `These fields of the body have no effect: ${shown}. Check for mistyped names.`,
  )
  reportWarnings(ctx, { ...written, warnings: [warning] })
  return { ...written, warnings: [...(written.warnings ?? []), warning] }
}

/**
 * Returns a warning about a percentage that was sent outside the filters and has no effect (FLAG-165). Clients that
 * edit a whole record send the percentage that they read, possibly rounded down, as the API returns it.
 */
export function percentageWarnings(input: object, next: Flag, before: Flag = next): readonly Violation[] {
  const { rolloutPercentage: sent } = input as { readonly rolloutPercentage?: unknown } // read-only fields are accepted
  if (sent === undefined || sent === null) return []
  const shares = [next, before].map(simplePercentage)
  if (shares.some((share) => share !== null && (sent === share || sent === Math.floor(share)))) return []
  const detail = 'rollout_percentage is read-only and was not changed: set it in filters.groups[].rollout_percentage.'
  return [violation('rolloutPercentage', 'unread_key', detail)]
}

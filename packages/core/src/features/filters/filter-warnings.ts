import type { FilterInput } from '../../evaluation/definition/flag-filters.ts'
import type { Violation } from '../../foundation/validation/violation.ts'
import { inexactNumberWarnings } from './inexact-numbers.ts'
import { unreadKeyWarnings } from './unread-keys.ts'

/** What whoever writes filters is told though nothing is refused (FLAG-56, FLAG-57): each `detail` is a sentence for people. */
export function filterWarnings(filters: FilterInput): readonly Violation[] {
  return [...unreadKeyWarnings(filters), ...inexactNumberWarnings(filters)]
}

import type { FilterInput } from '../../evaluation/definition/flag-filters.ts'
import type { Violation } from '../../foundation/validation/violation.ts'
import { inexactNumberWarnings } from './inexact-numbers.ts'
import { olderSettingWarnings } from './older-settings.ts'
import { unreadKeyWarnings } from './unread-keys.ts'

/** Returns warnings about valid filters (FLAG-56, FLAG-57, FLAG-143). Each `detail` is a sentence for users. */
export function filterWarnings(filters: FilterInput, flagKey: string): readonly Violation[] {
  return [...unreadKeyWarnings(filters), ...inexactNumberWarnings(filters), ...olderSettingWarnings(filters, flagKey)]
}

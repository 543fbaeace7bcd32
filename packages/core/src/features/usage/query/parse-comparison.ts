import { isMissing, optionalSwitch, optionalText, type QueryPart, requireKnownKeys, under } from './query-part.ts'
import type { Comparison } from './trends-query.ts'

/** Parses the earlier period to compare with; null for none. Queries and filters have the same form (DASH-105). */
export function parseComparison(filter: QueryPart): Comparison | null {
  if (isMissing(filter)) return null
  requireKnownKeys(filter, ['compare', 'compare_to'])
  const to = optionalText(under(filter, 'compare_to'))
  return optionalSwitch(under(filter, 'compare')) ? { to: to === '' ? null : to } : null
}

import { compareText } from '../../foundation/lists/compare-text.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { FlagOrderField, FlagQuery, FlagType, StaleBefore } from '../records/flag-query.ts'
import type { FlagRow } from './memory-state.ts'

/** Whether the flag satisfies every condition of the query. */
export function matchesFlagQuery(row: FlagRow, query: FlagQuery): boolean {
  return matchesState(row, query) && matchesText(row, query) && matchesLabels(row, query)
}

function matchesState(row: FlagRow, query: FlagQuery): boolean {
  const { flag } = row
  if (flag.deleted !== (query.deleted ?? false)) return false
  if (query.ids !== undefined && !query.ids.includes(flag.id)) return false
  if (query.active !== undefined && flag.active !== query.active) return false
  if (query.archived !== undefined && flag.archived !== query.archived) return false
  if (query.stale !== undefined && !isStale(row, query.stale)) return false
  if (query.evaluationRuntime !== undefined && flag.evaluationRuntime !== query.evaluationRuntime) return false
  if (query.usageDashboardId !== undefined && flag.usageDashboardId !== query.usageDashboardId) return false
  if (query.mine !== undefined && !isMine(row, query.mine)) return false
  if (query.hasEarlyAccess && flag.earlyAccess === null) return false
  if (query.type !== undefined && !hasType(row, query.type)) return false
  return query.createdByIds === undefined || (row.createdById !== null && query.createdByIds.includes(row.createdById))
}

function isMine({ createdById, index }: FlagRow, mine: NonNullable<FlagQuery['mine']>): boolean {
  return createdById === mine.createdById || mine.ownersLower.includes(index.ownerLower)
}

function matchesText({ flag, index }: FlagRow, query: FlagQuery): boolean {
  if (query.search !== undefined && !index.searchText.includes(query.search)) return false
  if (query.keyLower !== undefined && index.keyLower !== query.keyLower) return false
  if (query.ownerLower !== undefined && index.ownerLower !== query.ownerLower) return false
  return !query.excludedKeys?.includes(flag.key)
}

function matchesLabels({ flag }: FlagRow, query: FlagQuery): boolean {
  if (query.tags && !query.tags.some((tag) => flag.tags.includes(tag))) return false
  if (query.excludedTags?.some((tag) => flag.tags.includes(tag))) return false
  const { hasEvaluationContexts } = query
  return hasEvaluationContexts === undefined || hasEvaluationContexts === flag.evaluationContexts.length > 0
}

function isStale({ flag, index }: FlagRow, before: StaleBefore): boolean {
  if (flag.deleted || !flag.active) return false
  if (index.isFullyRolledOut && isBefore(flag.updatedAt ?? flag.createdAt, before.rolledOut)) return true
  if (flag.lastCalledAt !== null) return isBefore(flag.lastCalledAt, before.called)
  const since = flag.usageResetAt ?? flag.createdAt
  return isBefore(since, before.neverCalled) || (index.isFullyRolledOut && since < before.constant)
}

function isBefore(moment: Timestamp, bound: Timestamp | null): boolean {
  return bound !== null && moment < bound
}

function hasType({ flag, index }: FlagRow, type: FlagType): boolean {
  switch (type) {
    case 'boolean':
      return !index.isMultivariate
    case 'multivariant':
      return index.isMultivariate
    case 'remote_config':
      return flag.isRemoteConfiguration === true
    case 'experiment':
      // Flagdeck has no experiments, so no flag belongs to one.
      return false
  }
}

type Comparable = string | number | boolean | null

/** Returns a comparison of flags by one field; ties are sorted by id, descending. */
export function compareFlags(order: FlagQuery['order']): (a: FlagRow, b: FlagRow) => number {
  const direction = order.descending ? -1 : 1
  return (a, b) => direction * compareValues(fieldOf(a, order.field), fieldOf(b, order.field)) || b.flag.id - a.flag.id
}

function fieldOf(row: FlagRow, field: FlagOrderField): Comparable {
  if (field === 'createdById' || field === 'lastModifiedById') return row[field]
  return row.flag[field]
}

/** Nulls are greater than all values: last in ascending order, first in descending order. */
function compareValues(a: Comparable, b: Comparable): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  return Number(a) - Number(b)
}

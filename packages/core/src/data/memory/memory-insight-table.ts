import { compareText } from '../../foundation/lists/compare-text.ts'
import type { Insight, InsightQuery } from '../records/insight.ts'
import type { InsightTable } from '../tables/insight-table.ts'
import { type InsightRow, shortIdKey } from './dashboard-rows.ts'
import { type MemoryContext, referenced } from './memory-context.ts'
import type { MemoryState } from './memory-state.ts'
import { knownOptionalUserId, optionalUserOf } from './memory-user-table.ts'
import { pageOfRows } from './page-of.ts'

export function memoryInsightTable({ state, ids }: MemoryContext): InsightTable {
  const { insights } = state
  const insightFrom = (row: InsightRow) => withUsers(state, row)
  return {
    async findMany(projectId, insightIds) {
      const rows = [...new Set(insightIds)].flatMap((id) => insightRowOf(state, projectId, id) ?? [])
      return rows.sort((a, b) => a.insight.id - b.insight.id).map(insightFrom)
    },
    async findByShortId(projectId, shortId) {
      const row = insights.holderOf('insights_short_id', shortIdKey(projectId, shortId))
      return row && insightFrom(row)
    },
    async list(projectId, query, page) {
      const rows = insights.of('project', projectId).filter((row) => matchesQuery(row, query))
      return pageOfRows(rows.sort(query.order === 'modified' ? lastModifiedFirst : newestFirst), page, insightFrom)
    },
    async insert(insight, searchText) {
      referenced(state.projects.get(insight.projectId), `project ${insight.projectId}`)
      return insightFrom(insights.insert(rowOf(state, { ...insight, id: ++ids.insights }, searchText)))
    },
    async update(insight, searchText) {
      const stored = insightRowOf(state, insight.projectId, insight.id)
      if (!stored) return
      const { shortId, createdAt } = stored.insight
      const changed = rowOf(state, { ...insight, shortId, createdAt }, searchText)
      insights.replace({ ...changed, createdById: stored.createdById })
    },
  }
}

/** Returns an insight of this project, live or deleted. */
export function insightRowOf(state: MemoryState, projectId: number, insightId: number): InsightRow | undefined {
  const row = state.insights.get(insightId)
  return row?.insight.projectId === projectId ? row : undefined
}

function rowOf(state: MemoryState, { createdBy, lastModifiedBy, ...insight }: Insight, searchText: string): InsightRow {
  return {
    insight,
    createdById: knownOptionalUserId(state, createdBy),
    lastModifiedById: knownOptionalUserId(state, lastModifiedBy),
    searchText,
  }
}

function withUsers(state: MemoryState, { insight, createdById, lastModifiedById }: InsightRow): Insight {
  return {
    ...insight,
    createdBy: optionalUserOf(state, createdById),
    lastModifiedBy: optionalUserOf(state, lastModifiedById),
  }
}

function matchesQuery(row: InsightRow, query: InsightQuery): boolean {
  const { insight, searchText, createdById } = row
  if (insight.deleted || !isInDateRanges(insight, query)) return false
  if (query.createdByIds && !(createdById !== null && query.createdByIds.includes(createdById))) return false
  if (query.search !== undefined && !searchText.includes(query.search)) return false
  if (query.shortId !== undefined && insight.shortId !== query.shortId) return false
  if (query.saved !== undefined && insight.saved !== query.saved) return false
  if (query.favorited !== undefined && insight.favorited !== query.favorited) return false
  return !query.tags || query.tags.some((tag) => insight.tags.includes(tag))
}

function isInDateRanges({ createdAt, lastModifiedAt }: InsightRow['insight'], query: InsightQuery): boolean {
  const { createdAfter, createdBefore, modifiedAfter, modifiedBefore } = query
  return (
    (createdAfter === undefined || createdAt > createdAfter) &&
    (createdBefore === undefined || createdAt < createdBefore) &&
    (modifiedAfter === undefined || lastModifiedAt > modifiedAfter) &&
    (modifiedBefore === undefined || lastModifiedAt < modifiedBefore)
  )
}

function newestFirst(a: InsightRow, b: InsightRow): number {
  return compareText(b.insight.createdAt, a.insight.createdAt) || b.insight.id - a.insight.id
}

function lastModifiedFirst(a: InsightRow, b: InsightRow): number {
  return compareText(b.insight.lastModifiedAt, a.insight.lastModifiedAt) || b.insight.id - a.insight.id
}

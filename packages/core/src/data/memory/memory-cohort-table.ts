import { compareText } from '../../foundation/lists/compare-text.ts'
import type { Cohort, CohortIndex, NewCohort } from '../records/cohort.ts'
import { storedCohortTotals } from '../records/live-totals.ts'
import type { CohortTable } from '../tables/cohort-table.ts'
import { type MemoryContext, referenced } from './memory-context.ts'
import { type CohortRow, type MemoryState, memberKey } from './memory-state.ts'
import { knownOptionalUserId, optionalUserOf } from './memory-user-table.ts'
import { pageOfRows } from './page-of.ts'

export function memoryCohortTable({ state, ids }: MemoryContext): CohortTable {
  const { cohorts } = state
  const cohortFrom = (row: CohortRow) => withCreator(state, row)
  const listById = (projectId: number, isListed: (row: CohortRow) => boolean) => {
    const rows = cohorts.of('project', projectId).filter(isListed)
    return rows.sort((a, b) => a.id - b.id).map(cohortFrom)
  }
  return {
    async find(projectId, cohortId) {
      const row = cohortRowOf(state, projectId, cohortId)
      return row && cohortFrom(row)
    },
    async listNames(projectId, cohortIds) {
      const rows = [...new Set(cohortIds)].map((id) => cohortRowOf(state, projectId, id))
      return rows.flatMap((row) => (row ? [{ id: row.id, name: row.name, deleted: row.deleted }] : []))
    },
    async list(projectId, { search, deleted = false, isStatic, ids: chosen }, page) {
      const isListed = (row: CohortRow) =>
        row.deleted === deleted &&
        (isStatic === undefined || row.isStatic === isStatic) &&
        (chosen?.includes(row.id) ?? true) &&
        hasInName(row, search)
      const rows = cohorts.of('project', projectId).filter(isListed)
      return pageOfRows(rows.sort(newestFirst), page, cohortFrom)
    },
    listLive: async (projectId) => listById(projectId, (row) => !row.deleted),
    changedSince: async (projectId, projectVersion) =>
      listById(projectId, (row) => row.projectVersion > projectVersion),
    async insert(cohort, index) {
      referenced(state.projects.get(cohort.projectId), `project ${cohort.projectId}`)
      return cohortFrom(cohorts.insert({ ...rowOf(state, cohort, index), id: ++ids.cohorts }))
    },
    async update({ memberCount: _, ...cohort }, index) {
      const stored = cohortRowOf(state, cohort.projectId, cohort.id)
      if (!stored) return false
      const { createdById } = stored
      cohorts.replace({ ...rowOf(state, cohort, index), id: cohort.id, createdById })
      return true
    },
  }
}

/** Returns a cohort of this project, live or deleted. */
export function cohortRowOf(state: MemoryState, projectId: number, cohortId: number): CohortRow | undefined {
  const row = state.cohorts.get(cohortId)
  return row?.projectId === projectId ? row : undefined
}

function rowOf(
  state: MemoryState,
  { createdBy, ...cohort }: NewCohort,
  { nameLower, structureBytes }: CohortIndex,
): Omit<CohortRow, 'id'> {
  const totals = storedCohortTotals(cohort, structureBytes)
  return { ...cohort, createdById: knownOptionalUserId(state, createdBy), nameLower, totals }
}

function withCreator(state: MemoryState, { createdById, nameLower: _, totals: __, ...cohort }: CohortRow): Cohort {
  const memberCount = cohort.isStatic ? state.cohortMembers.count(memberKey(cohort.projectId, cohort.id, '')) : null
  return { ...cohort, memberCount, createdBy: optionalUserOf(state, createdById) }
}

function hasInName({ nameLower }: CohortRow, search: string | undefined): boolean {
  return search === undefined || nameLower.includes(search)
}

function newestFirst(a: CohortRow, b: CohortRow): number {
  return compareText(b.createdAt, a.createdAt) || b.id - a.id
}

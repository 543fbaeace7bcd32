import type { CohortMemberTable } from '../tables/cohort-member-table.ts'
import { cohortRowOf } from './memory-cohort-table.ts'
import { type MemoryContext, referenced } from './memory-context.ts'
import { memberKey } from './memory-state.ts'

export function memoryCohortMemberTable({ state }: MemoryContext): CohortMemberTable {
  const { cohortMembers } = state
  const isMember = (projectId: number, cohortId: number, distinctId: string) =>
    cohortMembers.get(memberKey(projectId, cohortId, distinctId)) !== undefined
  const cohortsOf = (projectId: number, distinctId: string, cohortIds: readonly number[]) =>
    new Set(cohortIds.filter((cohortId) => isMember(projectId, cohortId, distinctId)))
  return {
    async list(projectId, cohortId, page) {
      const { count, items } = cohortMembers.page(memberKey(projectId, cohortId, ''), page)
      return { count, items: items.map(({ distinctId }) => distinctId) }
    },
    cohortsOf: async (projectId, distinctId, cohortIds) => cohortsOf(projectId, distinctId, cohortIds),
    async cohortsOfEach(projectId, distinctIds, cohortIds) {
      const each = distinctIds.map((id) => [id, [...cohortsOf(projectId, id, cohortIds)]] as const)
      return new Map(each.filter(([, cohorts]) => cohorts.length > 0))
    },
    async add(projectId, cohortId, distinctIds) {
      if (distinctIds.length > 0) referenced(cohortRowOf(state, projectId, cohortId), `cohort ${cohortId}`)
      const newcomers = new Set(distinctIds.filter((distinctId) => !isMember(projectId, cohortId, distinctId)))
      cohortMembers.putAll([...newcomers].map((distinctId) => ({ projectId, cohortId, distinctId })))
      return newcomers.size
    },
    remove: async (projectId, cohortId, distinctId) => cohortMembers.delete(memberKey(projectId, cohortId, distinctId)),
    async removeFromAll(projectId, distinctId) {
      const ids = state.cohorts.of('project', projectId).map(({ id }) => id)
      return ids.sort((a, b) => a - b).filter((id) => cohortMembers.delete(memberKey(projectId, id, distinctId)))
    },
  }
}

import { compareText } from '../../foundation/lists/compare-text.ts'
import type { MembershipTable } from '../tables/membership-table.ts'
import { type MemoryContext, referenced } from './memory-context.ts'
import { pairOf } from './memory-state.ts'
import { knownUserId, withUser } from './memory-user-table.ts'
import { pageOfRows } from './page-of.ts'

export function memoryMembershipTable({ state }: MemoryContext): MembershipTable {
  const { memberships } = state
  const rowOf = (organizationId: string, userId: number) =>
    memberships.holderOf('memberships_pair', pairOf(organizationId, userId))
  return {
    async find(organizationId, userId) {
      const row = rowOf(organizationId, userId)
      return row && withUser(state, row)
    },
    async list(organizationId, page) {
      const rows = memberships.of('organization', organizationId)
      return pageOfRows(rows.sort(byJoining), page, (row) => withUser(state, row))
    },
    async ofUser(userId) {
      const rows = memberships.of('user', userId)
      return rows.sort(byJoining).map((row) => withUser(state, row))
    },
    async countAt(organizationId, level) {
      return memberships.of('organization', organizationId).filter((row) => row.level === level).length
    },
    async insert({ user, ...membership }) {
      referenced(state.organizations.get(membership.organizationId), `organization ${membership.organizationId}`)
      memberships.insert({ ...membership, userId: knownUserId(state, user) })
    },
    async update({ organizationId, user, level, updatedAt }) {
      const row = rowOf(organizationId, user.id)
      if (row) memberships.replace({ ...row, level, updatedAt })
    },
    async delete(organizationId, userId) {
      const row = rowOf(organizationId, userId)
      if (row) memberships.delete(row.id)
      return row !== undefined
    },
  }
}

interface Joined {
  readonly joinedAt: string
  readonly id: string
}

/** Compares by the time of joining, then by id. */
export function byJoining(a: Joined, b: Joined): number {
  return compareText(a.joinedAt, b.joinedAt) || compareText(a.id, b.id)
}

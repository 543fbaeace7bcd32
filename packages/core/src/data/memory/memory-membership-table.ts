import { compareText } from '../../foundation/lists/compare-text.ts'
import type { MembershipTable } from '../tables/membership-table.ts'
import { type MemoryContext, referenced } from './memory-context.ts'
import { pairOf } from './memory-state.ts'
import { knownUserId, withUser } from './memory-user-table.ts'
import { pageOfRows } from './page-of.ts'

export function memoryMembershipTable({ state }: MemoryContext): MembershipTable {
  const { memberships } = state
  return {
    async find(organizationId, userId) {
      const row = memberships.holderOf('memberships_pair', pairOf(organizationId, userId))
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
    async insert({ user, ...membership }) {
      referenced(state.organizations.get(membership.organizationId), `organization ${membership.organizationId}`)
      memberships.insert({ ...membership, userId: knownUserId(state, user) })
    },
  }
}

interface Joined {
  readonly joinedAt: string
  readonly id: string
}

/** In the order of joining, then by id. */
export function byJoining(a: Joined, b: Joined): number {
  return compareText(a.joinedAt, b.joinedAt) || compareText(a.id, b.id)
}

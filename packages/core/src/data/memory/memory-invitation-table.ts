import { compareText } from '../../foundation/lists/compare-text.ts'
import type { Invitation } from '../records/invitation.ts'
import type { InvitationTable } from '../tables/invitation-table.ts'
import { type MemoryContext, referenced } from './memory-context.ts'
import type { InvitationRow, MemoryState } from './memory-state.ts'
import { knownOptionalUserId, optionalUserOf } from './memory-user-table.ts'
import { pageOfRows } from './page-of.ts'

export function memoryInvitationTable({ state }: MemoryContext): InvitationTable {
  const { invitations } = state
  const openOf = (organizationId: string) =>
    invitations.of('organization', organizationId).filter((row) => row.acceptedAt === null)
  const findOpen = (organizationId: string, id: string) => {
    const row = invitations.get(id)
    return row?.organizationId === organizationId && row.acceptedAt === null ? row : undefined
  }
  const withdraw = (rows: readonly InvitationRow[]) => {
    for (const { id } of rows) invitations.delete(id)
  }
  return {
    async findBySecureToken(secureToken) {
      const row = invitations.holderOf('invitations_secure_token', secureToken)
      return row && withCreator(state, row)
    },
    async findOpen(organizationId, id) {
      const row = findOpen(organizationId, id)
      return row && withCreator(state, row)
    },
    listOpen: async (organizationId, page) =>
      pageOfRows(openOf(organizationId).sort(byMaking), page, (row) => withCreator(state, row)),
    async insert({ createdBy, ...invitation }) {
      referenced(state.organizations.get(invitation.organizationId), `organization ${invitation.organizationId}`)
      invitations.insert({ ...invitation, createdById: knownOptionalUserId(state, createdBy) })
    },
    async accept(organizationId, id, acceptedAt) {
      const row = findOpen(organizationId, id)
      if (row) invitations.replace({ ...row, acceptedAt })
      return row !== undefined
    },
    async withdraw(organizationId, id) {
      const row = findOpen(organizationId, id)
      if (row) withdraw([row])
      return row !== undefined
    },
    withdrawTo: async (organizationId, email) => withdraw(openOf(organizationId).filter((row) => row.email === email)),
    withdrawOf: async (organizationId, userId) =>
      withdraw(openOf(organizationId).filter((row) => row.createdById === userId)),
  }
}

function byMaking(a: InvitationRow, b: InvitationRow): number {
  return compareText(a.createdAt, b.createdAt) || compareText(a.id, b.id)
}

function withCreator(state: MemoryState, { createdById, ...invitation }: InvitationRow): Invitation {
  return { ...invitation, createdBy: optionalUserOf(state, createdById) }
}

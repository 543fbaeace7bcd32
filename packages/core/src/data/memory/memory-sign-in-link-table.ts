import type { SignInLinkTable } from '../tables/sign-in-link-table.ts'
import type { MemoryContext } from './memory-context.ts'
import { knownUserId, withUser } from './memory-user-table.ts'

export function memorySignInLinkTable({ state }: MemoryContext): SignInLinkTable {
  const { signInLinks } = state
  return {
    async findBySecureToken(secureToken) {
      const row = signInLinks.holderOf('sign_in_links_secure_token', secureToken)
      return row && withUser(state, row)
    },
    async insert({ user, ...link }) {
      signInLinks.insert({ ...link, userId: knownUserId(state, user) })
    },
    async use(userId, linkId, usedAt) {
      const row = signInLinks.get(linkId)
      if (row?.userId !== userId || row.usedAt !== null) return false
      signInLinks.replace({ ...row, usedAt })
      return true
    },
    async deleteMadeBefore(userId, time) {
      const rows = signInLinks.of('user', userId)
      for (const { id, createdAt } of rows) if (createdAt < time) signInLinks.delete(id)
    },
  }
}

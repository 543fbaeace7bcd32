import type { SignInLinkTable } from '../tables/sign-in-link-table.ts'
import type { MemoryContext } from './memory-context.ts'
import { knownUserId, withUser } from './memory-user-table.ts'

export function memorySignInLinkTable({ state }: MemoryContext): SignInLinkTable {
  const { signInLinks } = state
  return {
    async findBySecureToken(secureToken) {
      const row = signInLinks.get(secureToken)
      return row && withUser(state, row)
    },
    async insert({ user, ...link }) {
      signInLinks.insert({ ...link, userId: knownUserId(state, user) })
    },
    async use(userId, secureToken, usedAt) {
      const row = signInLinks.get(secureToken)
      if (row?.userId !== userId || row.usedAt !== null) return false
      signInLinks.replace({ ...row, usedAt })
      return true
    },
    async deleteMadeBefore(userId, time) {
      const rows = signInLinks.of('user', userId)
      for (const { secureToken, createdAt } of rows) if (createdAt < time) signInLinks.delete(secureToken)
    },
  }
}

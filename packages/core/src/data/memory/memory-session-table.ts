import { compareText } from '../../foundation/lists/compare-text.ts'
import type { SessionTable } from '../tables/session-table.ts'
import type { MemoryContext } from './memory-context.ts'
import { knownUserId, withUser } from './memory-user-table.ts'

export function memorySessionTable({ state }: MemoryContext): SessionTable {
  const { sessions } = state
  const findOfUser = (userId: number, sessionId: string) => {
    const row = sessions.get(sessionId)
    return row?.userId === userId ? row : undefined
  }
  return {
    async findBySecureValue(secureValue) {
      const row = sessions.holderOf('sessions_secure_value', secureValue)
      return row && withUser(state, row)
    },
    async list(userId) {
      const rows = sessions.of('user', userId)
      rows.sort((a, b) => compareText(a.createdAt, b.createdAt) || compareText(a.id, b.id))
      return rows.map((row) => withUser(state, row))
    },
    async insert({ user, ...session }) {
      sessions.insert({ ...session, userId: knownUserId(state, user) })
    },
    async touch(userId, sessionId, { lastUsedAt, expiresAt }) {
      const row = findOfUser(userId, sessionId)
      if (row) sessions.replace({ ...row, lastUsedAt, expiresAt })
    },
    async delete(userId, sessionId) {
      const row = findOfUser(userId, sessionId)
      if (row) sessions.delete(sessionId)
      return row !== undefined
    },
    async deleteOfUser(userId, exceptId) {
      for (const { id } of sessions.of('user', userId)) if (id !== exceptId) sessions.delete(id)
    },
  }
}

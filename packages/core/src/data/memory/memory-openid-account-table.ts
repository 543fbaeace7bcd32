import { compareText } from '../../foundation/lists/compare-text.ts'
import type { OpenIdAccountTable } from '../tables/openid-account-table.ts'
import type { MemoryContext } from './memory-context.ts'
import { openIdAccountPlace } from './memory-state.ts'
import { knownUserId, withUser } from './memory-user-table.ts'

export function memoryOpenIdAccountTable({ state }: MemoryContext): OpenIdAccountTable {
  const { openIdAccounts } = state
  return {
    async find(issuer, subject) {
      const row = openIdAccounts.holderOf('openid_accounts_subject', openIdAccountPlace({ issuer, subject }))
      return row && withUser(state, row)
    },
    async ofUser(userId) {
      const rows = openIdAccounts.of('user', userId)
      rows.sort((a, b) => compareText(a.createdAt, b.createdAt) || compareText(a.id, b.id))
      return rows.map((row) => withUser(state, row))
    },
    async insert({ user, ...account }) {
      openIdAccounts.insert({ ...account, userId: knownUserId(state, user) })
    },
    async deleteOfUser(userId) {
      for (const { id } of openIdAccounts.of('user', userId)) openIdAccounts.delete(id)
    },
  }
}

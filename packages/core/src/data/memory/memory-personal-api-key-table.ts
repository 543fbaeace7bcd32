import { compareText } from '../../foundation/lists/compare-text.ts'
import type { PersonalApiKeyTable } from '../tables/personal-api-key-table.ts'
import type { MemoryContext } from './memory-context.ts'
import { knownUserId, withUser } from './memory-user-table.ts'

export function memoryPersonalApiKeyTable({ state }: MemoryContext): PersonalApiKeyTable {
  const { personalApiKeys, retiredKeys } = state
  const findOfUser = (userId: number, keyId: string) => {
    const row = personalApiKeys.get(keyId)
    return row?.userId === userId ? row : undefined
  }
  return {
    async findBySecureValue(secureValue) {
      const row = personalApiKeys.holderOf('personal_api_keys_secure_value', secureValue)
      return row && withUser(state, row)
    },
    async find(userId, keyId) {
      const row = findOfUser(userId, keyId)
      return row && withUser(state, row)
    },
    isRetired: async (secureValue) => retiredKeys.get(secureValue) !== undefined,
    async list(userId) {
      const rows = personalApiKeys.of('user', userId)
      rows.sort((a, b) => compareText(a.createdAt, b.createdAt) || compareText(a.id, b.id))
      return rows.map((row) => withUser(state, row))
    },
    async insert({ user, ...key }) {
      personalApiKeys.insert({ ...key, userId: knownUserId(state, user) })
    },
    async update({ user, ...key }) {
      const row = findOfUser(user.id, key.id)
      if (row) personalApiKeys.replace({ ...row, ...key, createdAt: row.createdAt, lastUsedAt: row.lastUsedAt })
    },
    async touch(userId, keyId, lastUsedAt) {
      const row = findOfUser(userId, keyId)
      if (row) personalApiKeys.replace({ ...row, lastUsedAt })
    },
    async delete(userId, keyId) {
      const row = findOfUser(userId, keyId)
      if (row) personalApiKeys.delete(keyId)
      return row !== undefined
    },
    async retire(secureValue, retiredAt) {
      if (!retiredKeys.get(secureValue)) retiredKeys.put({ secureValue, retiredAt })
    },
  }
}

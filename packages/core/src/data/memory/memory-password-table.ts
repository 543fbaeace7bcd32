import type { PasswordTable } from '../tables/password-table.ts'
import { type MemoryContext, referenced } from './memory-context.ts'

export function memoryPasswordTable({ state }: MemoryContext): PasswordTable {
  const { passwords, users } = state
  return {
    find: async (userId) => passwords.get(userId)?.hash,
    networks: async (userId) => passwords.get(userId)?.networks ?? [],
    any: async () => passwords.all().length > 0,
    async set(userId, hash) {
      referenced(users.get(userId), `user ${userId}`)
      const known = passwords.get(userId)
      if (known) passwords.replace({ ...known, hash })
      else passwords.insert({ userId, hash, networks: [] })
    },
    async setNetworks(userId, networks) {
      const known = passwords.get(userId)
      if (known) passwords.replace({ ...known, networks })
    },
    async delete(userId) {
      const found = passwords.get(userId) !== undefined
      if (found) passwords.delete(userId)
      return found
    },
  }
}

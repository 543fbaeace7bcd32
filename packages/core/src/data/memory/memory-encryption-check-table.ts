import type { EncryptionCheckTable } from '../tables/encryption-check-table.ts'
import type { MemoryContext } from './memory-context.ts'

const ID = 1

export function memoryEncryptionCheckTable({ state: { encryptionCheck } }: MemoryContext): EncryptionCheckTable {
  return {
    find: async () => encryptionCheck.get(ID)?.sealed,
    async set(sealed) {
      if (encryptionCheck.get(ID)) encryptionCheck.replace({ id: ID, sealed })
      else encryptionCheck.insert({ id: ID, sealed })
    },
  }
}

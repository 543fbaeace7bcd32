import type { IdempotencyKeyTable } from '../tables/idempotency-key-table.ts'
import { type MemoryContext, referenced } from './memory-context.ts'
import { idempotencyKeyPlace } from './memory-state.ts'

/** There is only one writer at a time, so `lock` does not wait. */
export function memoryIdempotencyKeyTable({ state }: MemoryContext): IdempotencyKeyTable {
  const { idempotencyKeys, organizations } = state
  return {
    lock: async (organizationId, scope, key) =>
      idempotencyKeys.get(idempotencyKeyPlace({ organizationId, scope, key })),
    async save(row) {
      referenced(organizations.get(row.organizationId), `organization ${row.organizationId}`)
      idempotencyKeys.put(row)
    },
    async deleteBefore(createdAt, limit) {
      const old = idempotencyKeys
        .all()
        .filter((row) => row.createdAt < createdAt)
        .slice(0, limit)
      for (const row of old) idempotencyKeys.delete(idempotencyKeyPlace(row))
      return old.length
    },
  }
}

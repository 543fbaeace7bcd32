import type { PooledBatch, UsagePool } from '../../runtime/usage/recording/usage-pool.ts'

/** A pool in this process, for as many decks as share it. */
export interface MemoryUsagePool extends UsagePool {
  /** While it is away, it takes nothing and has nothing. */
  isAway: boolean
  /** How many batches are in it. */
  readonly size: number
  /** Forgets everything, as a Redis that was emptied. */
  clear(): void
  /** Puts in what nobody wrote. */
  plant(batch: PooledBatch): void
}

export function memoryUsagePool(): MemoryUsagePool {
  const batches = new Map<string, PooledBatch>()
  const settled = new Set<string>()
  let isTaken = false
  return {
    isAway: false,
    get size() {
      return batches.size
    },
    clear() {
      batches.clear()
      settled.clear()
      isTaken = false
    },
    plant: (batch) => void batches.set(batch.id, batch),
    async put(batch) {
      if (!this.isAway) batches.set(batch.id, batch)
      return !this.isAway
    },
    async take() {
      if (this.isAway || isTaken || batches.size === 0) return []
      isTaken = true
      return [...batches.values()]
    },
    async done(outcome) {
      if (this.isAway) return
      isTaken = false
      for (const id of [...outcome.settled, ...outcome.refused]) batches.delete(id)
      for (const id of outcome.settled) settled.add(id)
    },
    async settled(ids) {
      return this.isAway ? [] : ids.filter((id) => settled.has(id))
    },
  }
}

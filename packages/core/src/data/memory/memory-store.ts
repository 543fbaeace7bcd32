import type { Store, Transaction } from '../store.ts'
import { StoreUnavailable } from '../store-errors.ts'
import { ActivityLog } from './activity-log.ts'
import { type MemoryContext, noIds } from './memory-context.ts'
import { emptyState, forkState } from './memory-state.ts'
import { memoryTables } from './memory-tables.ts'
import { TransactionGate } from './transaction-gate.ts'
import { WriteQueue } from './write-queue.ts'

/**
 * Returns a store that holds all data in memory and loses it when the process ends. It is for tests, and for flags from
 * a document that is applied at every start. It has real transactions: writers run one after the other, and a reader
 * sees the state at its start.
 */
export function memoryStore(): Store {
  const ids = noIds()
  const log = new ActivityLog()
  const queue = new WriteQueue()
  let state = emptyState()
  let closed = false

  const begin = (): MemoryContext => ({ state: forkState(state), activity: log.open(), ids })
  const assertOpen = (): void => {
    if (closed) throw new StoreUnavailable('the store was closed')
  }

  return {
    async read(work) {
      assertOpen()
      return runOn(begin(), work)
    },
    async write(work) {
      assertOpen()
      return queue.run(async () => {
        const draft = begin()
        const result = await runOn(draft, work)
        state = draft.state
        log.commit(draft.activity)
        return result
      })
    },
    async migrate() {
      assertOpen()
      return { applied: [] }
    },
    async pendingMigrations() {
      assertOpen()
      return []
    },
    async ping() {
      assertOpen()
    },
    async close() {
      closed = true
      await queue.idle()
    },
  }
}

/** Returns the result of `work`. Rejects if `work` rejects, or if a unique violation occurred in it. */
async function runOn<T>(context: MemoryContext, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const gate = new TransactionGate()
  try {
    const result = await work(memoryTables(context, gate))
    gate.assertUnharmed()
    return result
  } finally {
    gate.end()
  }
}

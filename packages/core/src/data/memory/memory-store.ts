import type { Store, Transaction } from '../store.ts'
import { StoreUnavailable } from '../store-errors.ts'
import { ActivityLog } from './activity-log.ts'
import { type MemoryContext, noIds } from './memory-context.ts'
import { emptyState, forkState } from './memory-state.ts'
import { memoryTables } from './memory-tables.ts'
import { TransactionGate } from './transaction-gate.ts'
import { WriteQueue } from './write-queue.ts'

/**
 * A store that keeps everything in memory and nothing after the process ends: for tests, and for flags that come
 * from a document at every start. Its transactions are real: writers go one after the other, and a reader keeps
 * the state it began with.
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

/** What `work` answers; rejects when it does, and when a unique violation happened in it. */
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

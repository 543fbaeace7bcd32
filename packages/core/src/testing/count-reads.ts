import { memoryStore } from '../data/memory/memory-store.ts'
import type { Store } from '../data/store.ts'

/** A memory store that counts its reads. */
export interface CountedStore {
  readonly store: Store
  /** Returns the number of reads so far. */
  count(): number
}

export function countReads(store: Store = memoryStore()): CountedStore {
  let reads = 0
  const read: Store['read'] = (work) => {
    reads++
    return store.read(work)
  }
  return { store: { ...store, read }, count: () => reads }
}

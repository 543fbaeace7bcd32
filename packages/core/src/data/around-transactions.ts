import type { Store } from './store.ts'

/** Runs a transaction inside a wrapper, such as a span or a measurement, and returns or throws its outcome. */
export type AroundTransaction = <T>(kind: 'read' | 'write', run: () => Promise<T>) => Promise<T>

/**
 * Returns the store with a wrapper around each transaction. The wrapped time includes the wait for a connection and
 * retries.
 */
export function aroundTransactions(store: Store, around: AroundTransaction): Store {
  return {
    read: (work) => around('read', () => store.read(work)),
    write: (work, options) => around('write', () => store.write(work, options)),
    migrate: () => store.migrate(),
    pendingMigrations: () => store.pendingMigrations(),
    ping: () => store.ping(),
    pools: () => store.pools?.() ?? [],
    close: () => store.close(),
    ...(store.changeBus ? { changeBus: store.changeBus.bind(store) } : {}),
  }
}

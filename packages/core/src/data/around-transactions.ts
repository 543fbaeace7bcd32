import type { Store } from './store.ts'

/** Runs a transaction inside something, such as a span or a measurement, and passes on what comes of it. */
export type AroundTransaction = <T>(kind: 'read' | 'write', run: () => Promise<T>) => Promise<T>

/** The same store, with something around each transaction, waiting for a connection and tries again included. */
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

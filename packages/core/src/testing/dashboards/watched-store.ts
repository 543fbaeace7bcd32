import type { Store } from '../../data/store.ts'

/**
 * Returns a store that calls `onCall` before every call of a table method. The method throws the errors of `onCall`.
 */
export function watchedStore(store: Store, onCall: (table: string, method: string) => void): Store {
  const watched = <Tx extends object>(tx: Tx): Tx =>
    new Proxy(tx, {
      get: (tables, name) => watchedTable(Reflect.get(tables, name), String(name), onCall),
    })
  return {
    ...store,
    read: (work) => store.read((tx) => work(watched(tx))),
    write: (work) => store.write((tx) => work(watched(tx))),
  }
}

function watchedTable(table: unknown, name: string, onCall: (table: string, method: string) => void): unknown {
  if (typeof table !== 'object' || table === null) return table
  return new Proxy(table, {
    get(methods, methodName) {
      const method: unknown = Reflect.get(methods, methodName)
      if (typeof method !== 'function') return method
      return async (...input: unknown[]) => {
        onCall(name, String(methodName))
        return Reflect.apply(method, methods, input)
      }
    },
  })
}

const CHANGES: ReadonlySet<string> = new Set([
  'insert',
  'update',
  'purge',
  'delete',
  'append',
  'touch',
  'replace',
  'raiseVersion',
  'tagVersion',
])

/** Whether a method changes stored data. */
export function isChange(method: string): boolean {
  return CHANGES.has(method)
}

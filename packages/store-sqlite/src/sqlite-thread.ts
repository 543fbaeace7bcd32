import type { SqlQuery } from '@flagdeck/store-sql'

/** What the thread has to know. */
export interface ThreadData {
  readonly path: string
  readonly pragmas: readonly string[]
  readonly busyTimeoutMs: number
  /** A file whose imports find the driver. */
  readonly from: string
}

/** What the thread answers to a query. */
export type ThreadAnswer =
  | { readonly rows: readonly unknown[]; readonly changes: number }
  | { readonly failure: { readonly code: string | undefined; readonly message: string } }

/**
 * Serves one connection to the thread that started this one, query by query, until that thread ends it. Its text is what
 * the thread runs, so that no bundle needs a file more: it uses nothing from outside.
 */
export function serveThread(): void {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads')
  const { path, pragmas, busyTimeoutMs, from }: ThreadData = workerData
  const Driver = process.getBuiltinModule('node:module').createRequire(from)('better-sqlite3')
  let database: import('better-sqlite3').Database | undefined
  const statements = new Map<string, import('better-sqlite3').Statement<unknown[]>>()

  const open = () => {
    const opened: import('better-sqlite3').Database = new Driver(path, { timeout: busyTimeoutMs })
    for (const pragma of pragmas) opened.pragma(pragma)
    return opened
  }
  const answer = (query: SqlQuery | 'close'): ThreadAnswer => {
    try {
      if (query === 'close') {
        database?.close()
        return { rows: [], changes: 0 }
      }
      const { sql, parameters } = query
      database ??= open()
      const statement = statements.get(sql) ?? database.prepare<unknown[]>(sql)
      statements.set(sql, statement)
      if (statement.reader) return { rows: statement.all(parameters), changes: 0 }
      return { rows: [], changes: statement.run(parameters).changes }
    } catch (error) {
      const { code, message } = error as { readonly code?: string; readonly message: string }
      return { failure: { code, message } }
    }
  }
  parentPort?.on('message', (query: SqlQuery | 'close') => parentPort.postMessage(answer(query)))
}

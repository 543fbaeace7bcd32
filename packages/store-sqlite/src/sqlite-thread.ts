// The program of the thread that writes to a SQLite file. It runs the queries of one connection until the thread that
// started it terminates it. `npm run generate` writes its JavaScript into `thread-source.ts`. No module imports this
// file at run time, so it must not contain imports that remain at run time.
import type { SqlQuery } from '@flagdeck/store-sql'

/** The input of the thread. */
export interface ThreadData {
  readonly path: string
  readonly pragmas: readonly string[]
  readonly busyTimeoutMs: number
  /** The file of the driver. */
  readonly driver: string
}

/** `open` comes first, `close` last. */
export type ThreadRequest = 'open' | SqlQuery | 'close'

/** The response of the thread to a request. */
export type ThreadAnswer =
  | { readonly rows: readonly unknown[]; readonly changes: number }
  | { readonly failure: { readonly code: string | undefined; readonly message: string } }

const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads')
const { path, pragmas, busyTimeoutMs, driver }: ThreadData = workerData
const Driver: typeof import('better-sqlite3') = process.getBuiltinModule('node:module').createRequire(driver)(driver)

let database: import('better-sqlite3').Database | undefined
// Bound: dies with the transaction
const statements = new Map<string, import('better-sqlite3').Statement<unknown[]>>()

const open = () => {
  const opened = new Driver(path, { timeout: busyTimeoutMs, fileMustExist: true })
  for (const pragma of pragmas) opened.pragma(pragma)
  return opened
}

const answer = (request: ThreadRequest): ThreadAnswer => {
  try {
    if (request === 'open') database = open()
    else if (request === 'close') database?.close()
    if (!database || typeof request === 'string') return { rows: [], changes: 0 }
    const { sql, parameters } = request
    const statement = statements.get(sql) ?? database.prepare<unknown[]>(sql)
    statements.set(sql, statement)
    if (statement.reader) return { rows: statement.all(parameters), changes: 0 }
    return { rows: [], changes: statement.run(parameters).changes }
  } catch (error) {
    // If the driver itself does not work here, the thread ends, and the main thread does the work.
    if (!database && !(error instanceof Driver.SqliteError)) throw error
    const { code, message } = error as { readonly code?: string; readonly message: string }
    return { failure: { code, message } }
  }
}

parentPort?.on('message', (request: ThreadRequest) => parentPort.postMessage(answer(request)))

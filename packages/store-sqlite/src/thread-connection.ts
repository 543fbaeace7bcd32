import type { Worker } from 'node:worker_threads'
import { StoreUnavailable } from '@flagdeck/core'
import { type SqlConnection, type SqlQuery, type SqlResult, sqliteDialect } from '@flagdeck/store-sql'
import Database from 'better-sqlite3'
import { findDriver } from './find-driver.ts'
import { storeErrorFrom } from './sqlite-errors.ts'
import type { ThreadAnswer, ThreadData, ThreadRequest } from './sqlite-thread.ts'
import { THREAD_SOURCE } from './thread-source.ts'

/**
 * A connection in a separate thread. SQLite writes, flushes and checkpoints a large transaction for longer than the
 * main thread may be blocked. Only one caller may use it.
 */
export class ThreadConnection implements SqlConnection {
  readonly #path: string
  readonly #worker: Worker
  /** The requests without a response, in the order in which they were sent and are answered. */
  // Bound: dies with the transaction
  readonly #waiting: { resolve(answer: ThreadAnswer): void; reject(error: unknown): void }[] = []
  #failure: unknown

  /**
   * Starts a thread that has opened the file. Returns undefined if none can start: the process may not start threads,
   * the thread does not find the driver, or it ends before its first response.
   * @throws the store's error if SQLite cannot open the file
   */
  static async open(data: Omit<ThreadData, 'driver'>): Promise<ThreadConnection | undefined> {
    const worker = startWorker(data)
    if (!worker) return undefined
    const connection = new ThreadConnection(data.path, worker)
    try {
      await connection.#request('open')
      return connection
    } catch (error) {
      await worker.terminate()
      if (error === connection.#failure) return undefined
      throw error
    }
  }

  private constructor(path: string, worker: Worker) {
    this.#path = path
    this.#worker = worker
    worker.on('message', (answer: ThreadAnswer) => this.#waiting.shift()?.resolve(answer))
    worker.on('error', (error) => this.#end(error))
    worker.on('exit', () => this.#end(new Error('The thread has ended.')))
  }

  execute({ sql, parameters }: SqlQuery): Promise<SqlResult> {
    return this.#request({ sql, parameters: parameters.map(sqliteDialect.toParameter) })
  }

  /** Resolves when the thread has released the file. */
  async close(): Promise<void> {
    await this.#request('close').catch(() => undefined)
    // The thread does not end itself, because not every runtime allows it (EMBED-21).
    await this.#worker.terminate()
  }

  async #request(request: ThreadRequest): Promise<SqlResult> {
    const answer = await new Promise<ThreadAnswer>((resolve, reject) => {
      if (this.#failure !== undefined) return reject(this.#failure)
      this.#worker.postMessage(request)
      this.#waiting.push({ resolve, reject })
    })
    if (!('failure' in answer)) return answer
    const { code, message } = answer.failure
    throw storeErrorFrom(code === undefined ? new Error(message) : new Database.SqliteError(message, code), this.#path)
  }

  #end(error: unknown): void {
    this.#failure ??= new StoreUnavailable(`The thread that writes to the database ${this.#path} has ended.`, error)
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure)
  }
}

function startWorker(data: Omit<ThreadData, 'driver'>): Worker | undefined {
  const driver = findDriver()
  if (driver === undefined) return undefined
  try {
    // A runtime without threads has no such module, and `node --permission` makes the constructor throw.
    const { Worker } = process.getBuiltinModule('node:worker_threads')
    // Modules that the application preloads, such as instrumentation, are not needed in this thread.
    return new Worker(THREAD_SOURCE, { eval: true, execArgv: [], workerData: { ...data, driver } satisfies ThreadData })
  } catch {
    return undefined
  }
}

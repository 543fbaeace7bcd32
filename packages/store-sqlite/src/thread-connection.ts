import { Worker } from 'node:worker_threads'
import { StoreUnavailable } from '@flagdeck/core'
import { type SqlConnection, type SqlQuery, type SqlResult, sqliteDialect } from '@flagdeck/store-sql'
import Database from 'better-sqlite3'
import { storeErrorFrom } from './sqlite-errors.ts'
import { serveThread, type ThreadAnswer, type ThreadData } from './sqlite-thread.ts'

/**
 * A connection in a thread of its own: SQLite writes, and at the end of a large transaction flushes and tidies up, for
 * longer than this thread could do nothing else. Whoever uses it has to have it alone.
 */
export class ThreadConnection implements SqlConnection {
  readonly #path: string
  readonly #worker: Worker
  /** Who asked first is answered first. */
  // Bound: dies with the transaction
  readonly #waiting: { resolve(answer: ThreadAnswer): void; reject(error: unknown): void }[] = []
  #failure: unknown

  constructor(data: Omit<ThreadData, 'from'>) {
    this.#path = data.path
    this.#worker = new Worker(`(${serveThread})()`, { eval: true, workerData: { ...data, from: import.meta.url } })
    this.#worker.on('message', (answer: ThreadAnswer) => this.#waiting.shift()?.resolve(answer))
    this.#worker.on('error', (error) => this.#end(error))
    this.#worker.on('exit', () => this.#end(new Error('The thread has ended.')))
  }

  async execute({ sql, parameters }: SqlQuery): Promise<SqlResult> {
    const answer = await this.#ask({ sql, parameters: parameters.map(sqliteDialect.toParameter) })
    if (!('failure' in answer)) return answer
    const { code, message } = answer.failure
    throw storeErrorFrom(code === undefined ? new Error(message) : new Database.SqliteError(message, code), this.#path)
  }

  /** Resolves when the thread has let go of the file. */
  async close(): Promise<void> {
    await this.#ask('close').catch(() => undefined)
    // The thread does not end itself: not every runtime lets it (EMBED-21).
    await this.#worker.terminate()
  }

  #ask(query: SqlQuery | 'close'): Promise<ThreadAnswer> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) return reject(this.#unavailable())
      this.#waiting.push({ resolve, reject })
      this.#worker.postMessage(query)
    })
  }

  #end(error: unknown): void {
    this.#failure ??= error
    for (const { reject } of this.#waiting.splice(0)) reject(this.#unavailable())
  }

  #unavailable(): StoreUnavailable {
    return new StoreUnavailable(`The thread that writes to the database ${this.#path} has ended.`, this.#failure)
  }
}

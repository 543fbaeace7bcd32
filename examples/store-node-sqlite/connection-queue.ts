import { setTimeout as pause } from 'node:timers/promises'
import { StoreUnavailable } from '@flagdeck/core'
import type { NodeSqliteConnection } from './node-sqlite-connection.ts'
import { DatabaseBusy } from './node-sqlite-errors.ts'

type Work<T> = (connection: NodeSqliteConnection) => Promise<T>

/** One connection, lent to one transaction after the other. */
export class ConnectionQueue {
  readonly #open: () => NodeSqliteConnection
  #connection: NodeSqliteConnection | undefined
  /** Settles when everybody who came so far has had the connection; never rejects. */
  #last: Promise<unknown> = Promise.resolve()
  #isClosing = false

  /** `open` is called when the connection is first needed. */
  constructor(open: () => NodeSqliteConnection) {
    this.#open = open
  }

  /** Runs `work` when its turn comes; again while another process has the lock, for `timeoutMs` at most. */
  use<T>(timeoutMs: number, work: Work<T>): Promise<T> {
    if (this.#isClosing) return Promise.reject(new StoreUnavailable('The store was closed.'))
    const turn = this.#last.then(() => this.#attempt(performance.now() + timeoutMs, work))
    this.#last = turn.catch(() => undefined)
    return turn
  }

  /** Closes the connection when those who came before have had it. */
  async close(): Promise<void> {
    this.#isClosing = true
    await this.#last
    this.#connection?.close()
    this.#connection = undefined
  }

  async #attempt<T>(endsAt: number, work: Work<T>): Promise<T> {
    for (;;) {
      try {
        this.#connection ??= this.#open()
        return await work(this.#connection)
      } catch (error) {
        if (!(error instanceof DatabaseBusy) || performance.now() >= endsAt) throw error
        await pause(10 * Math.random())
      }
    }
  }
}

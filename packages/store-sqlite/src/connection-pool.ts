import { StoreUnavailable } from '@flagdeck/core'
import type { PoolStatus } from '@flagdeck/core/store'

/** With this many callers in the queue, another one would not get a connection in time. */
export const MOST_WAITING = 1000

type Take<Connection> = (connection: Connection) => void

/** Up to `size` connections, each lent to one user at a time, in the order of the calls. */
export class ConnectionPool<Connection extends { close(): void }> {
  readonly #open: () => Connection
  readonly #size: number
  // Bound: OUT-8 sqlite-calls
  readonly #idle: Connection[] = []
  // Bound: OUT-8 sqlite-calls
  readonly #waiting = new Set<Take<Connection>>()
  #opened = 0
  #closers = 0

  /** `open` is called when a connection is first needed. */
  constructor(size: number, open: () => Connection) {
    this.#size = size
    this.#open = open
  }

  /**
   * Lends a connection to `work`. Rejects with `StoreUnavailable` if none is free within `timeoutMs`, and immediately
   * if too many callers wait already (OUT-8).
   */
  async use<T>(timeoutMs: number, work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = this.#idle.pop() ?? this.#another() ?? (await this.#queue(timeoutMs))
    try {
      return await work(connection)
    } finally {
      this.#takeBack(connection)
    }
  }

  status(name: string): PoolStatus {
    const idle = this.#idle.length
    return { name, size: this.#size, inUse: this.#opened - idle, idle, waiting: this.#waiting.size }
  }

  /** Whether a caller waits for the next connection that is released. */
  get doUsersWait(): boolean {
    return this.#waiting.size > this.#closers
  }

  /** Closes all connections, each as soon as its user releases it. */
  async close(timeoutMs: number): Promise<void> {
    while (this.#opened > 0) {
      const connection = this.#idle.pop() ?? (await this.#nextToClose(timeoutMs))
      connection.close()
      this.#opened--
    }
  }

  #another(): Connection | undefined {
    if (this.#opened >= this.#size) return undefined
    const connection = this.#open()
    this.#opened++
    return connection
  }

  #queue(timeoutMs: number): Promise<Connection> {
    if (this.#waiting.size < MOST_WAITING) return this.#next(timeoutMs)
    throw new StoreUnavailable('The database is busy: too many wait for a connection already.')
  }

  async #nextToClose(timeoutMs: number): Promise<Connection> {
    this.#closers++
    return this.#next(timeoutMs).finally(() => this.#closers--)
  }

  #next(timeoutMs: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const take: Take<Connection> = (connection) => {
        clearTimeout(timer)
        resolve(connection)
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(take)
        reject(new StoreUnavailable('The database is busy: no connection came free in time.'))
      }, timeoutMs)
      this.#waiting.add(take)
    })
  }

  #takeBack(connection: Connection): void {
    for (const take of this.#waiting) {
      this.#waiting.delete(take)
      take(connection)
      return
    }
    this.#idle.push(connection)
  }
}

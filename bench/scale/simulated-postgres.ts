import { memoryStore, type Store, StoreUnavailable } from '@flagdeck/core'
import { Tally } from './tally.ts'

/** The kinds of queries of instances. */
export type Asked = 'check' | 'load of changes' | 'load of everything' | 'write' | 'cleaning' | 'other'

export const LOADS: readonly Asked[] = ['load of changes', 'load of everything']
export const READS: readonly Asked[] = ['check', ...LOADS, 'other']
export const WRITES: readonly Asked[] = ['write', 'cleaning']

/**
 * The CPU time of the database for each, in milliseconds: about what `bench -- "postgres asks"` measures for 100 flags.
 */
const COST_MS: Readonly<Record<Asked, number>> = {
  check: 0.1,
  'load of changes': 0.4,
  'load of everything': 3,
  write: 2,
  cleaning: 1,
  other: 0.2,
}
const CORES = 8
const ROUND_TRIP_MS = 1
/** The longest time that a query waits for PostgreSQL (OUT-8). */
const TIMEOUT_MS = 4000

/** A PostgreSQL that many instances share: rows in memory, one queue for its cores, and outages. */
export class SimulatedPostgres {
  readonly asked: Tally<Asked>
  readonly rows = memoryStore()
  isUp = true
  /** The longest wait of a query. */
  longestWaitMs = 0
  readonly #nowMs: () => number
  #busyUntilMs = 0

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
    this.asked = new Tally(nowMs)
  }

  /** Returns the store of an instance. */
  store(): Store {
    const { rows } = this
    return {
      ...rows,
      read: (work) => this.#answer('other', (note) => rows.read((tx) => work(watched(tx, note)))),
      write: (work) => this.#answer('write', (note) => rows.write((tx) => work(watched(tx, ofWrites(note))))),
      close: async () => undefined,
    }
  }

  async #answer<T>(unlessNoted: Asked, work: (note: (kind: Asked) => void) => Promise<T>): Promise<T> {
    let kind = unlessNoted
    await after(ROUND_TRIP_MS)
    if (!this.isUp) throw new StoreUnavailable('PostgreSQL is away.')
    const result = await work((noted) => {
      kind = noted
    })
    this.asked.count(kind)
    await this.#serve(kind)
    return result
  }

  async #serve(kind: Asked): Promise<void> {
    const now = this.#nowMs()
    const waitMs = Math.max(0, this.#busyUntilMs - now)
    this.longestWaitMs = Math.max(this.longestWaitMs, waitMs)
    if (waitMs > TIMEOUT_MS) {
      await after(TIMEOUT_MS)
      throw new StoreUnavailable('PostgreSQL is busy.')
    }
    this.#busyUntilMs = Math.max(now, this.#busyUntilMs) + COST_MS[kind] / CORES
    await after(this.#busyUntilMs - now)
  }
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms))
}

/** Returns the tables of a transaction, which report their queries. */
function watched<Tx extends object>(tx: Tx, note: (kind: Asked) => void): Tx {
  return new Proxy(tx, {
    get: (_, name) => {
      const table: unknown = Reflect.get(tx, name)
      return typeof table === 'object' && table !== null ? watchedTable(String(name), table, note) : table
    },
  })
}

function watchedTable(name: string, table: object, note: (kind: Asked) => void): object {
  return new Proxy(table, {
    get: (_, method) => {
      const call: unknown = Reflect.get(table, method)
      if (typeof call !== 'function') return call
      return (...args: readonly unknown[]) => {
        const kind = kindOf(`${name}.${String(method)}`)
        if (kind) note(kind)
        return Reflect.apply(call, table, args)
      }
    },
  })
}

/** Reads in a write transaction count as writes. */
function ofWrites(note: (kind: Asked) => void): (kind: Asked) => void {
  return (kind) => {
    if (WRITES.includes(kind)) note(kind)
  }
}

function kindOf(call: string): Asked | undefined {
  if (call === 'projects.versions') return 'check'
  if (call === 'flags.listLive') return 'load of everything'
  if (call === 'flags.changedSince') return 'load of changes'
  return call.includes('.delete') ? 'cleaning' : undefined
}

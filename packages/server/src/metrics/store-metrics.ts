import { StoreUnavailable } from '@flagdeck/core'
import { type AroundTransaction, type PoolStatus, SerializationFailure } from '@flagdeck/core/store'
import { Counter, Gauge, type Registry } from 'prom-client'
import { durationHistogram } from './duration-histogram.ts'

const BUCKETS_SECONDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Metrics of transactions. */
export function transactionMetrics(registry: Registry): AroundTransaction {
  const durations = durationHistogram(registry, {
    name: 'store_query_duration_seconds',
    help: 'Duration of a transaction, including the wait for a connection; op is read or write',
    labelNames: ['op'],
    buckets: BUCKETS_SECONDS,
  })
  const of = { read: durations({ op: 'read' }), write: durations({ op: 'write' }) }
  const failures = new Counter({
    name: 'store_failures_total',
    help: 'Failed transactions; error is unavailable (no database) or conflict (all retries failed)',
    labelNames: ['op', 'error'],
    registers: [registry],
  })
  return async (op, run) => {
    const startedAt = performance.now()
    try {
      return await run()
    } catch (error) {
      if (error instanceof StoreUnavailable) failures.inc({ op, error: 'unavailable' })
      if (error instanceof SerializationFailure) failures.inc({ op, error: 'conflict' })
      throw error
    } finally {
      of[op].observe((performance.now() - startedAt) / 1000)
    }
  }
}

/** Metrics of the connections to the database. */
export function registerPoolMetrics(registry: Registry, pools: () => readonly PoolStatus[]): void {
  const gauge = (name: string, help: string, read: (pool: PoolStatus) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        for (const pool of pools()) this.set({ pool: pool.name }, read(pool))
      },
    })
  gauge(
    'store_pool_size',
    'Maximum number of database connections; pool is main for PostgreSQL, writer or readers for SQLite',
    ({ size }) => size,
  )
  gauge('store_pool_in_use', 'Number of database connections in use', ({ inUse }) => inUse)
  gauge('store_pool_idle', 'Number of open database connections that are not in use', ({ idle }) => idle)
  gauge('store_pool_waiting', 'Number of transactions that are waiting for a connection', ({ waiting }) => waiting)
}

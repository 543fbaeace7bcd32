import type { UsageStatus } from '@flagdeck/core/operations'
import type { Registry } from 'prom-client'
import { sampledCounter, sampledGauge } from './sampled.ts'

/** Metrics of flag calls and evaluations that are written to the database. */
export function registerUsageMetrics(registry: Registry, usage: () => UsageStatus): void {
  sampledGauge(
    registry,
    'usage_calls_pending',
    'Calls by SDKs and evaluations by this server that are waiting to be written',
    () => usage().pending,
  )
  sampledCounter(
    registry,
    'usage_calls_written_total',
    'Calls by SDKs and evaluations by this server that were written',
    () => usage().written,
  )
  sampledCounter(
    registry,
    'usage_calls_lost_total',
    'Calls by SDKs and evaluations by this server that were lost because the database was unavailable for too long or the project was deleted',
    () => usage().lost,
  )
}

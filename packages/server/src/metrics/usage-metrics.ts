import type { UsageStatus } from '@flagdeck/core/operations'
import type { Registry } from 'prom-client'
import { sampledCounter, sampledGauge } from './sampled.ts'

/** Measurements of the calls of flags on their way to the database. */
export function registerUsageMetrics(registry: Registry, usage: () => UsageStatus): void {
  sampledGauge(
    registry,
    'usage_calls_pending',
    'Calls (reported by SDKs) and evaluations (decided here) of flags that wait to be written',
    () => usage().pending,
  )
  sampledCounter(
    registry,
    'usage_calls_written_total',
    'Calls (reported by SDKs) and evaluations (decided here) of flags that were written',
    () => usage().written,
  )
  sampledCounter(
    registry,
    'usage_calls_lost_total',
    'Calls (reported by SDKs) and evaluations (decided here) of flags that could not be stored: the database was away for too long, or the project is gone',
    () => usage().lost,
  )
}

import type { CacheCounts, SnapshotStatus } from '@flagdeck/core/operations'
import type { Registry } from 'prom-client'
import { sampledCounter, sampledGauge } from './sampled.ts'

/**
 * Metrics of the connections between instances (PROP-34), for those that are configured.
 *
 * @param redisIsUp undefined without Redis
 */
export function registerPropagationMetrics(
  registry: Registry,
  snapshots: () => SnapshotStatus,
  redisIsUp: (() => boolean) | undefined,
): void {
  const { bus, sharedDefinitions } = snapshots()
  if (bus) registerBus(registry, snapshots)
  if (sharedDefinitions) registerCache(registry, snapshots)
  if (redisIsUp) {
    sampledGauge(registry, 'redis_up', '1 if this instance can use Redis, otherwise 0', () => Number(redisIsUp()))
  }
}

function registerBus(registry: Registry, snapshots: () => SnapshotStatus): void {
  const isConnected = () => Number(snapshots().bus?.connected ?? false)
  sampledGauge(
    registry,
    'change_bus_up',
    '1 if this instance receives changes from other instances, otherwise 0',
    isConnected,
  )
  const lag = () => (snapshots().bus?.lagMs ?? 0) / 1000
  const help = 'Time that the last change announced by this instance took to return to it'
  sampledGauge(registry, 'change_bus_lag_seconds', help, lag)
}

function registerCache(registry: Registry, snapshots: () => SnapshotStatus): void {
  const total = (name: string, help: string, read: (counts: CacheCounts) => number) =>
    sampledCounter(registry, name, help, () => {
      const { sharedDefinitions } = snapshots()
      return sharedDefinitions ? read(sharedDefinitions) : 0
    })
  total(
    'definitions_cache_hits_total',
    'Times that a project was found in the shared definitions cache',
    ({ hits }) => hits,
  )
  total(
    'definitions_cache_misses_total',
    'Times that a project was not found in the shared definitions cache',
    ({ misses }) => misses,
  )
}

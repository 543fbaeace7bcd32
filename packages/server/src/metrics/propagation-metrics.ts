import type { CacheCounts, SnapshotStatus } from '@flagdeck/core/operations'
import type { Registry } from 'prom-client'
import { sampledCounter, sampledGauge } from './sampled.ts'

/**
 * Measurements of what connects instances (PROP-34); of what there is none, there is no measurement.
 *
 * @param redisIsUp undefined when there is no Redis
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
    sampledGauge(registry, 'redis_up', 'Whether Redis is used right now: 1 or 0', () => Number(redisIsUp()))
  }
}

function registerBus(registry: Registry, snapshots: () => SnapshotStatus): void {
  const isConnected = () => Number(snapshots().bus?.connected ?? false)
  sampledGauge(registry, 'change_bus_up', 'Whether changes of other instances are heard of: 1 or 0', isConnected)
  const lag = () => (snapshots().bus?.lagMs ?? 0) / 1000
  const help = 'How long the last message of this instance took to come back to it'
  sampledGauge(registry, 'change_bus_lag_seconds', help, lag)
}

function registerCache(registry: Registry, snapshots: () => SnapshotStatus): void {
  const total = (name: string, help: string, read: (counts: CacheCounts) => number) =>
    sampledCounter(registry, name, help, () => {
      const { sharedDefinitions } = snapshots()
      return sharedDefinitions ? read(sharedDefinitions) : 0
    })
  total('definitions_cache_hits_total', 'Projects that were found among what instances keep', ({ hits }) => hits)
  total('definitions_cache_misses_total', 'Projects that were looked for there in vain', ({ misses }) => misses)
}

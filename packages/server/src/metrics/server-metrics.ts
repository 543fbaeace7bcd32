import type { SnapshotStatus } from '@flagdeck/core'
import type { RequestContext, ResponseEvent } from '@flagdeck/http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { registerPropagationMetrics } from './propagation-metrics.ts'

/** What is counted about a server. The registry is its own, so that two servers in one process do not mix. */
export interface ServerMetrics {
  count(event: ResponseEvent<RequestContext>): void
  /** Everything in the text format of Prometheus. */
  text(): Promise<string>
  readonly contentType: string
  close(): void
}

const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * @param snapshots asked when the metrics are
 * @param redisIsUp missing when there is no Redis
 */
export function serverMetrics(
  snapshots: () => SnapshotStatus,
  clock: () => number,
  redisIsUp?: () => boolean,
): ServerMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answered requests',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the headers of a request until its response is ready',
    labelNames: ['method', 'route'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [registry],
  })
  registerDefinitionGauges(registry, snapshots, clock)
  registerPropagationMetrics(registry, snapshots, redisIsUp)
  return {
    count({ endpoint, method, status, durationMs }) {
      // A template, never the path itself: labels must not grow with what clients make up.
      const route = endpoint?.path ?? 'none'
      requests.inc({ method, route, status })
      durations.observe({ method, route }, durationMs / 1000)
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
    close: () => registry.clear(),
  }
}

function registerDefinitionGauges(registry: Registry, snapshots: () => SnapshotStatus, clock: () => number): void {
  new Gauge({
    name: 'definitions_age_seconds',
    help: 'Time since the database last confirmed that the flags in memory are the newest',
    registers: [registry],
    collect() {
      const { confirmedAtMs } = snapshots()
      this.set(confirmedAtMs === null ? 0 : (clock() - confirmedAtMs) / 1000)
    },
  })
  new Gauge({
    name: 'definitions_version',
    help: 'Version of the flags in memory',
    labelNames: ['project'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [project, version] of snapshots().versions) this.set({ project }, version)
    },
  })
}

import type { Flagdeck } from '@flagdeck/core'
import { Counter, Gauge, type Registry } from 'prom-client'
import { sampledGauge } from './sampled.ts'

export type StoredSizesStatus = ReturnType<Flagdeck['context']['storedSizes']['status']>

/** Metrics of the data that projects store about users and groups. */
export function registerStoredSizeMetrics(registry: Registry, sizes: () => StoredSizesStatus): void {
  sampledGauge(
    registry,
    'project_persons_limit_bytes',
    'Maximum size of the stored users and groups of a project, in bytes',
    () => sizes().limitBytes,
  )
  new Gauge({
    name: 'project_persons_bytes',
    help: 'Size of the stored users and groups of a project, in bytes, when this instance last stored events of the project',
    labelNames: ['project'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [project, bytes] of sizes().bytes) this.set({ project }, bytes)
    },
  })
  new Counter({
    name: 'person_properties_dropped_total',
    help: 'Event properties that were not stored because a limit was reached; limit is person (a user or group) or project',
    labelNames: ['limit'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [limit, count] of Object.entries(sizes().dropped)) this.inc({ limit }, count)
    },
  })
}

import type { Flagdeck } from '@flagdeck/core'
import { Counter, Gauge, type Registry } from 'prom-client'
import { sampledGauge } from './sampled.ts'

export type StoredSizesStatus = ReturnType<Flagdeck['context']['storedSizes']['status']>

/** Metrics of the data that projects store about users and groups. */
export function registerStoredSizeMetrics(registry: Registry, sizes: () => StoredSizesStatus): void {
  sampledGauge(
    registry,
    'project_persons_limit_bytes',
    'Bytes that one project can store about users and groups',
    () => sizes().limitBytes,
  )
  new Gauge({
    name: 'project_persons_bytes',
    help: 'Bytes that a project stores about users and groups, as of the last events that this instance stored for it',
    labelNames: ['project'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [project, bytes] of sizes().bytes) this.set({ project }, bytes)
    },
  })
  new Counter({
    name: 'person_properties_dropped_total',
    help: 'Event properties that were not stored because the user, the group or the project has reached its limit',
    labelNames: ['limit'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [limit, count] of Object.entries(sizes().dropped)) this.inc({ limit }, count)
    },
  })
}

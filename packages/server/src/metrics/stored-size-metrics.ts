import type { Flagdeck } from '@flagdeck/core'
import { Counter, Gauge, type Registry } from 'prom-client'
import { sampledGauge } from './sampled.ts'

export type StoredSizesStatus = ReturnType<Flagdeck['context']['storedSizes']['status']>

/** Measurements of what projects store about persons and groups. */
export function registerStoredSizeMetrics(registry: Registry, sizes: () => StoredSizesStatus): void {
  sampledGauge(
    registry,
    'project_persons_limit_bytes',
    'Bytes that one project may store about persons and groups',
    () => sizes().limitBytes,
  )
  new Gauge({
    name: 'project_persons_bytes',
    help: 'Bytes that a project stores about persons and groups, as of the last events that this instance stored for it',
    labelNames: ['project'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [project, bytes] of sizes().bytes) this.set({ project }, bytes)
    },
  })
  new Counter({
    name: 'person_properties_dropped_total',
    help: 'Properties of events that were not stored because a person, a group or the whole project has no room for them',
    labelNames: ['limit'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [limit, count] of Object.entries(sizes().dropped)) this.inc({ limit }, count)
    },
  })
}

import type { SnapshotStatus } from '@flagdeck/core/operations'
import { Gauge, type Registry } from 'prom-client'
import { sampledCounter, sampledGauge } from './sampled.ts'

/** Projects whose version is reported. Other projects are only in the totals of projects and flags. */
const MAX_PROJECTS = 1000

/** Measurements of the flags in memory. */
export function registerDefinitionMetrics(registry: Registry, snapshots: () => SnapshotStatus): void {
  sampledGauge(
    registry,
    'definitions_age_seconds',
    'Time since the database last confirmed that the flags in memory are current; 0 if no flags are in memory',
    () => (snapshots().ageMs ?? 0) / 1000,
  )
  new Gauge({
    name: 'definitions_version',
    help: 'Version of the flags in memory; only for the first 1,000 projects',
    labelNames: ['project'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [project, version] of [...snapshots().versions].slice(0, MAX_PROJECTS)) this.set({ project }, version)
    },
  })
  const held = (name: string, help: string, read: (status: SnapshotStatus) => number) =>
    sampledGauge(registry, name, help, () => read(snapshots()))
  held('definitions_projects', 'Number of projects whose flags are in memory', ({ versions }) => versions.size)
  held('definitions_flags', 'Number of flags in memory', ({ flags }) => flags)
  const loads = (name: string, help: string, read: (loads: SnapshotStatus['loads']) => number) =>
    sampledCounter(registry, name, help, () => read(snapshots().loads))
  loads(
    'definitions_loads_total',
    'Times that the flags of a project were loaded, in full or incrementally',
    ({ done }) => done,
  )
  loads(
    'definitions_load_failures_total',
    'Times that the flags of a project could not be loaded',
    ({ failed }) => failed,
  )
}

import { Gauge, type Registry } from 'prom-client'

export interface BuildInfo {
  readonly version: string
  readonly node: string
  /** `sqlite` or `postgres`. */
  readonly store: string
}

/** Says by its labels what runs. */
export function registerBuildMetrics(registry: Registry, { version, node, store }: BuildInfo): void {
  const info = new Gauge({
    name: 'flagdeck_build_info',
    help: 'Always 1; says by its labels what runs',
    labelNames: ['version', 'node', 'store'],
    registers: [registry],
  })
  info.set({ version, node, store }, 1)
}

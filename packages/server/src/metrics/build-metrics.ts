import { Gauge, type Registry } from 'prom-client'

export interface BuildInfo {
  readonly version: string
  readonly node: string
  /** `sqlite` or `postgres`. */
  readonly store: string
}

/** Reports the release, the Node version and the database as labels. */
export function registerBuildMetrics(registry: Registry, { version, node, store }: BuildInfo): void {
  const info = new Gauge({
    name: 'flagdeck_build_info',
    help: 'Always 1; the labels are the Flagdeck version, the Node version and the type of database',
    labelNames: ['version', 'node', 'store'],
    registers: [registry],
  })
  info.set({ version, node, store }, 1)
}

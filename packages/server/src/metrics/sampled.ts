import { Counter, Gauge, type Registry } from 'prom-client'

/** Returns a gauge that is measured when the metrics are read. */
export function sampledGauge(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read())
    },
  })
}

/** Returns a counter whose value is counted elsewhere. */
export function sampledCounter(registry: Registry, name: string, help: string, read: () => number): void {
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset()
      this.inc(read())
    },
  })
}

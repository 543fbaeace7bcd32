import { collectDefaultMetrics, Registry } from 'prom-client'

let registry: Registry | undefined

/** Returns prom-client's metrics of the process. They cannot be stopped, so all servers of a process share them. */
export function processMetrics(): Registry {
  if (!registry) {
    registry = new Registry()
    collectDefaultMetrics({ register: registry })
  }
  return registry
}

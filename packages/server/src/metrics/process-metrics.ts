import { collectDefaultMetrics, Registry } from 'prom-client'

let registry: Registry | undefined

/**
 * What prom-client measures of the process. It never stops with that once it has begun, so all servers that are started
 * in a process, one after the other or at once, have it in common.
 */
export function processMetrics(): Registry {
  if (!registry) {
    registry = new Registry()
    collectDefaultMetrics({ register: registry })
  }
  return registry
}

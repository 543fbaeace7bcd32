import type { RequestContext, ResponseEvent } from '@flagdeck/http'
import { Counter, Gauge, type Registry } from 'prom-client'
import { countedAnswers } from './counted-answers.ts'
import { durationHistogram } from './duration-histogram.ts'

export interface RequestMetrics {
  count(event: ResponseEvent<RequestContext>): void
  /** @param open the current number of event streams */
  countStreams(open: number): void
}

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Other methods that clients send are counted as `other`. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Returns metrics of requests. A label is a template or one of a few words, never a value from a client. */
export function requestMetrics(registry: Registry): RequestMetrics {
  const durations = durationHistogram(registry, {
    name: 'http_request_duration_seconds',
    help: 'Time from receiving the headers of a request until the response is ready; status_class is 2xx to 5xx',
    labelNames: ['method', 'route', 'status_class'],
    buckets: BUCKETS_SECONDS,
  })
  const answers = countedAnswers((route, method, status) =>
    durations({ method, route, status_class: `${Math.floor(status / 100)}xx` }),
  )
  new Counter({
    name: 'http_requests_total',
    help: 'Responses by route template; the route is "none" for unknown paths',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { method, route, status, count } of answers.all()) this.inc({ method, route, status }, count)
    },
  })
  const streams = new Gauge({
    name: 'event_streams_open',
    help: 'Number of open event streams on this instance',
    registers: [registry],
  })
  return {
    count({ endpoint, method: verb, status, durationMs }) {
      const route = endpoint?.path ?? 'none'
      const method = METHODS.has(verb) ? verb : 'other'
      answers.note(route, method, status, durationMs / 1000)
    },
    countStreams: (open) => streams.set(open),
  }
}

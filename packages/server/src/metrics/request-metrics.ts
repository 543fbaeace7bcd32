import type { RequestContext, ResponseEvent } from '@flagdeck/http'
import { Counter, Gauge, type Registry } from 'prom-client'
import { countedAnswers } from './counted-answers.ts'
import { durationHistogram } from './duration-histogram.ts'

export interface RequestMetrics {
  count(event: ResponseEvent<RequestContext>): void
  /** @param open how many event streams there are now */
  countStreams(open: number): void
}

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** A client may make up others. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Measurements of requests. A label is a template or one of a few words, never what a client made up. */
export function requestMetrics(registry: Registry): RequestMetrics {
  const durations = durationHistogram(registry, {
    name: 'http_request_duration_seconds',
    help: 'Time from the headers of a request until its response is ready; status_class is 2xx to 5xx',
    labelNames: ['method', 'route', 'status_class'],
    buckets: BUCKETS_SECONDS,
  })
  const answers = countedAnswers((route, method, status) =>
    durations({ method, route, status_class: `${Math.floor(status / 100)}xx` }),
  )
  new Counter({
    name: 'http_requests_total',
    help: 'Answered requests, by route template; "none" is a path that nobody serves',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { method, route, status, count } of answers.all()) this.inc({ method, route, status }, count)
    },
  })
  const streams = new Gauge({
    name: 'event_streams_open',
    help: 'Event streams that clients have open here',
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

import type { DurationSeries } from './duration-histogram.ts'

/** The number of responses with the same route, method and status. */
export interface CountedAnswer {
  readonly route: string
  readonly method: string
  readonly status: number
  readonly durations: DurationSeries
  count: number
}

export interface CountedAnswers {
  note(route: string, method: string, status: number, seconds: number): void
  all(): readonly CountedAnswer[]
}

/**
 * Counts responses until the metrics are read: prom-client would format all labels for each request. A route has few kinds
 * of responses, so a linear search is enough.
 * @param durationsOf finds the durations of a kind of response
 */
export function countedAnswers(
  durationsOf: (route: string, method: string, status: number) => DurationSeries,
): CountedAnswers {
  // Bound: OUT-8 counted-routes
  const byRoute = new Map<string, CountedAnswer[]>()
  return {
    note(route, method, status, seconds) {
      const known = byRoute.get(route) ?? []
      byRoute.set(route, known)
      let alike = known.find((answer) => answer.status === status && answer.method === method)
      if (!alike) {
        alike = { route, method, status, durations: durationsOf(route, method, status), count: 0 }
        known.push(alike)
      }
      alike.count++
      alike.durations.observe(seconds)
    },
    all: () => [...byRoute.values()].flat(),
  }
}

/** How many requests were answered alike. */
export interface CountedAnswer {
  readonly route: string
  readonly method: string
  readonly status: number
  count: number
}

export interface CountedAnswers {
  note(route: string, method: string, status: number): void
  all(): readonly CountedAnswer[]
}

/**
 * Counts answers until somebody asks for the metrics: the library that writes them makes a text of all labels for each
 * request. A route has few kinds of answers, so they are looked for one after the other.
 */
export function countedAnswers(): CountedAnswers {
  // Bound: OUT-8 counted-routes
  const byRoute = new Map<string, CountedAnswer[]>()
  return {
    note(route, method, status) {
      const known = byRoute.get(route) ?? []
      byRoute.set(route, known)
      const alike = known.find((answer) => answer.status === status && answer.method === method)
      if (alike) alike.count++
      else known.push({ route, method, status, count: 1 })
    },
    all: () => [...byRoute.values()].flat(),
  }
}

import type { Decision, EvaluationListener } from '@flagdeck/core'
import { Counter, Histogram, type Registry } from 'prom-client'

/** The evaluation of one flag takes microseconds, that of all flags of a large project takes milliseconds. */
const BUCKETS_SECONDS = [0.00001, 0.000025, 0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05]
/**
 * The maximum number of projects that are counted separately. Without a limit, users who can create projects could
 * exhaust the memory.
 */
const MAX_PROJECTS = 1000

type Counts = Map<Decision['reason']['code'], { count: number }>

/** Returns metrics of evaluations for SDKs. They are counted here and summed when the metrics are read. */
export function evaluationMetrics(registry: Registry): EvaluationListener {
  const countsOf = countsByProject()
  new Counter({
    name: 'flag_evaluations_total',
    help: 'Flag evaluations for SDKs by reason; the project is "other" beyond the first 1,000 projects',
    labelNames: ['project', 'reason'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [project, counts] of countsOf.all) {
        for (const [reason, { count }] of counts) this.inc({ project, reason }, count)
      }
    },
  })
  const durations = new Histogram({
    name: 'flag_evaluation_duration_seconds',
    help: 'Time to evaluate all flags of a request, not including the time to load data',
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  })
  return ({ snapshot, decisions, durationMs }) => {
    const counts = countsOf.project(snapshot.project.id)
    for (const { reason } of decisions) countReason(counts, reason.code)
    durations.observe(durationMs / 1000)
  }
}

/** Counts a reason in an object: a number in the map would need two lookups, for up to thousands of flags. */
function countReason(counts: Counts, code: Decision['reason']['code']): void {
  const known = counts.get(code)
  if (known) known.count++
  else counts.set(code, { count: 1 })
}

function countsByProject() {
  // Bound: OUT-8 counted-projects
  const all = new Map<number | 'other', Counts>()
  return {
    all,
    project(projectId: number): Counts {
      const known = all.get(projectId)
      if (known) return known
      const name = all.size < MAX_PROJECTS ? projectId : 'other'
      const counts: Counts = all.get(name) ?? new Map()
      all.set(name, counts)
      return counts
    },
  }
}

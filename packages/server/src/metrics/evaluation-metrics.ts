import type { Decision, EvaluationListener } from '@flagdeck/core'
import { Counter, Histogram, type Registry } from 'prom-client'

/** Deciding one flag takes microseconds, all flags of a large project milliseconds. */
const BUCKETS_SECONDS = [0.00001, 0.000025, 0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05]
/** Projects that are told apart; whoever may make projects must not be able to fill the memory with them. */
const MAX_PROJECTS = 1000

type Counts = Map<Decision['reason']['code'], { count: number }>

/** Measurements of evaluations for SDKs, which are counted here and added up when somebody asks. */
export function evaluationMetrics(registry: Registry): EvaluationListener {
  const countsOf = countsByProject()
  new Counter({
    name: 'flag_evaluations_total',
    help: 'Decisions on flags for SDKs, by the reason for the answer; projects beyond the first 1,000 are "other"',
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
    help: 'Time to decide all flags that a request asks for, without what had to be looked up before',
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  })
  return ({ snapshot, decisions, durationMs }) => {
    const counts = countsOf.project(snapshot.project.id)
    for (const { reason } of decisions) countReason(counts, reason.code)
    durations.observe(durationMs / 1000)
  }
}

/** For a thousand flags at once: a number in a map would be looked up twice. */
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

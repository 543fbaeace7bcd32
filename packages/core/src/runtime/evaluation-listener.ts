import type { Decision } from '../evaluation/definition/decision.ts'
import type { Subject } from '../evaluation/definition/subject.ts'
import type { ProjectSnapshot } from './snapshots/project-snapshot.ts'
import type { EvaluationSource } from './usage/usage-recorder.ts'

/** The results of flags for one subject. */
export interface EvaluationEvent {
  /** The snapshot that was evaluated. */
  readonly snapshot: ProjectSnapshot
  readonly source: EvaluationSource
  readonly subject: Subject
  readonly decisions: readonly Decision[]
  /** The duration of the evaluation in milliseconds, without earlier queries of the store. */
  readonly durationMs: number
}

/** Receives evaluations, for metrics and traces. The evaluation waits for it, so it must be fast. */
export type EvaluationListener = (event: EvaluationEvent) => void

/** Returns a listener whose errors do not affect the evaluation. */
export function harmless(listener: EvaluationListener, onError: (error: unknown) => void): EvaluationListener {
  return (event) => {
    try {
      listener(event)
    } catch (error) {
      onError(error)
    }
  }
}

/** Evaluates flags and notifies the listener. Without a listener, it does not read the clock. */
export function telling<Answer>(
  listener: EvaluationListener | undefined,
  about: Pick<EvaluationEvent, 'snapshot' | 'source' | 'subject'>,
  decide: () => Answer,
  decisionsOf: (answer: Answer) => readonly Decision[],
): Answer {
  if (!listener) return decide()
  const startedAt = performance.now()
  const answer = decide()
  const durationMs = performance.now() - startedAt
  listener({ ...about, decisions: decisionsOf(answer), durationMs })
  return answer
}

import type { Decision } from '../evaluation/definition/decision.ts'
import type { Subject } from '../evaluation/definition/subject.ts'
import type { ProjectSnapshot } from './snapshots/project-snapshot.ts'
import type { EvaluationSource } from './usage/usage-recorder.ts'

/** What flags answered for one subject. */
export interface EvaluationEvent {
  /** What answered. */
  readonly snapshot: ProjectSnapshot
  readonly source: EvaluationSource
  readonly subject: Subject
  readonly decisions: readonly Decision[]
  /** How long deciding took, in milliseconds, without what had to be looked up in the store before. */
  readonly durationMs: number
}

/** Hears of evaluations, for metrics and traces. Whoever evaluates waits for it, so it has to be quick. */
export type EvaluationListener = (event: EvaluationEvent) => void

/** A listener that harms no evaluation, whatever it does. */
export function harmless(listener: EvaluationListener, onError: (error: unknown) => void): EvaluationListener {
  return (event) => {
    try {
      listener(event)
    } catch (error) {
      onError(error)
    }
  }
}

/** Decides, and tells how that went. Without a listener nobody looks at a clock. */
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

import type { Decision } from '../../evaluation/definition/decision.ts'
import type { Subject } from '../../evaluation/definition/subject.ts'
import type { Context } from '../../runtime/context.ts'
import { telling } from '../../runtime/evaluation-listener.ts'
import type { ProjectSnapshot } from '../../runtime/snapshots/project-snapshot.ts'
import { completeSubject } from '../persons/complete-subject.ts'
import { evaluatePublishedFlags, type PublishedFlagsQuery } from './evaluate-published-flags.ts'
import { type EvaluatedFlag, evaluateWithDefinitions } from './evaluate-with-definitions.ts'

/** {@link evaluatePublishedFlags} for an SDK that asks this server, which counts. What is stored about the subject counts too. */
export async function serveDecisions(
  ctx: Context,
  snapshot: ProjectSnapshot,
  subject: Subject,
  query: PublishedFlagsQuery,
): Promise<readonly Decision[]> {
  const completed = await completeSubject(ctx, snapshot, subject)
  const decisions = telling(
    ctx.onEvaluation,
    { snapshot, source: 'server', subject },
    () => evaluatePublishedFlags(snapshot, completed, query),
    (made) => made,
  )
  ctx.usage.evaluations(snapshot.project.id, 'server')?.noteAll(decisions, subject.distinctId)
  return decisions
}

/** {@link evaluateWithDefinitions} likewise. */
export async function serveEvaluatedFlags(
  ctx: Context,
  snapshot: ProjectSnapshot,
  subject: Subject,
  query: PublishedFlagsQuery,
): Promise<readonly EvaluatedFlag[]> {
  const completed = await completeSubject(ctx, snapshot, subject)
  const evaluated = telling(
    ctx.onEvaluation,
    { snapshot, source: 'server', subject },
    () => evaluateWithDefinitions(snapshot, completed, query),
    (flags) => flags.map(({ decision }) => decision),
  )
  const counter = ctx.usage.evaluations(snapshot.project.id, 'server')
  for (const { decision } of evaluated) counter?.note(decision, subject.distinctId)
  return evaluated
}

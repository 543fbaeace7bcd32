import type { Decision } from '../../evaluation/definition/decision.ts'
import type { Subject } from '../../evaluation/definition/subject.ts'
import type { Context } from '../../runtime/context.ts'
import { telling } from '../../runtime/evaluation-listener.ts'
import type { ProjectSnapshot } from '../../runtime/snapshots/project-snapshot.ts'
import { completeSubject } from '../persons/complete-subject.ts'
import { evaluatePublishedFlags, type PublishedFlagsQuery } from './evaluate-published-flags.ts'
import { type EvaluatedFlag, evaluateWithDefinitions } from './evaluate-with-definitions.ts'

/**
 * {@link evaluatePublishedFlags} for an SDK request to this server, which counts the evaluations, under the SDK's name
 * if it is known. Stored properties of the subject are used too.
 */
export async function serveDecisions(
  ctx: Context,
  snapshot: ProjectSnapshot,
  subject: Subject,
  { sdk, ...query }: PublishedFlagsQuery & { readonly sdk?: string | undefined },
): Promise<readonly Decision[]> {
  const decisions = await serveUncounted(ctx, snapshot, subject, query)
  count(ctx.usage.evaluations(snapshot.project.id, 'server', sdk), decisions, subject)
  return decisions
}

function count(
  counter: ReturnType<Context['usage']['evaluations']>,
  decisions: readonly Decision[],
  { distinctId, groups }: Subject,
): void {
  counter?.noteAll(decisions, distinctId)
  counter?.noteGroups(decisions, groups)
}

/** {@link serveDecisions} for SDKs that report themselves which flags were used. */
export async function serveUncounted(
  ctx: Context,
  snapshot: ProjectSnapshot,
  subject: Subject,
  query: PublishedFlagsQuery,
): Promise<readonly Decision[]> {
  const completed = await completeSubject(ctx, snapshot, subject)
  return telling(
    ctx.onEvaluation,
    { snapshot, source: 'server', subject },
    () => evaluatePublishedFlags(snapshot, completed, query),
    (made) => made,
  )
}

/** {@link evaluateWithDefinitions} for an SDK request, in the same way. */
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
  const decisions = evaluated.map(({ decision }) => decision)
  count(ctx.usage.evaluations(snapshot.project.id, 'server'), decisions, subject)
  return evaluated
}

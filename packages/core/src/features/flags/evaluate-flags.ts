import { userOf } from '../../data/records/actor.ts'
import type { User } from '../../data/records/user.ts'
import { aggregationsOf } from '../../evaluation/definition/flag-references.ts'
import type { Subject } from '../../evaluation/definition/subject.ts'
import { explain } from '../../evaluation/explain/explain.ts'
import type { Explanation } from '../../evaluation/explain/explanation.ts'
import { recordNotFound } from '../../foundation/errors/record-not-found.ts'
import { authorize, isAllowed } from '../../runtime/access/authorize.ts'
import { projectNotFound } from '../../runtime/access/unknown-place.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { completeSubject } from '../persons/complete-subject.ts'
import { requireGroupTypeIndex } from '../persons/groups.ts'
import { withInitialProperties } from '../persons/initial-properties.ts'
import { storedNeeds } from '../persons/stored-needs.ts'
import { type EvaluatedFlag, evaluateWithDefinitions } from './evaluate-with-definitions.ts'
import { hideStoredValues } from './hide-stored-values.ts'

export interface EvaluateFlagsOptions {
  /** Evaluates only these flags; all flags when missing. */
  readonly keys?: readonly string[] | undefined
  /** Uses this version of the project or a newer one. */
  readonly minVersion?: number
  /** Lists flags with a condition set for the group type of this index first (PROTO-17). */
  readonly groupTypeFirst?: number | undefined
}

/**
 * Evaluates the project's flags for any subject, for users who inspect flags. Disabled flags are included, and stored
 * properties of the subject are used.
 */
export async function evaluateFlags(
  ctx: ProjectContext,
  subject: Subject,
  { keys, minVersion = 0, groupTypeFirst }: EvaluateFlagsOptions = {},
): Promise<readonly EvaluatedFlag[]> {
  authorize(ctx.actor, 'feature_flag:read')
  if (groupTypeFirst !== undefined) requireGroupTypeIndex(groupTypeFirst)
  const snapshot = await ctx.snapshots.get(ctx.project.id, minVersion)
  if (!snapshot) throw projectNotFound()
  const completed = await completeSubject(ctx, snapshot, subject)
  const evaluated = evaluateWithDefinitions(snapshot, completed, { keys, runtime: 'all' }).map((each) => ({
    ...each,
    aggregations: aggregationsOf(each.flag.filters),
  }))
  if (groupTypeFirst === undefined) return evaluated
  const isFirst = ({ aggregations }: (typeof evaluated)[number]) => Number(aggregations.includes(groupTypeFirst))
  return evaluated.toSorted((one, other) => isFirst(other) - isFirst(one))
}

/** A decision with its explanation. */
export interface ExplainedFlag extends EvaluatedFlag {
  readonly explanation: Explanation
}

/**
 * Evaluates one flag by its id like {@link evaluateFlags}, with an explanation. Deleted flags are not found, because
 * they are never evaluated. Stored properties are used, and shown only to callers with permission to read them
 * (PROTO-16).
 */
export async function evaluateFlag(
  ctx: ProjectContext,
  flagId: number,
  subject: Subject,
  minVersion = 0,
): Promise<ExplainedFlag> {
  authorize(ctx.actor, 'feature_flag:read')
  const snapshot = await ctx.snapshots.get(ctx.project.id, minVersion)
  const flag = snapshot?.flags.find(({ id }) => id === flagId)
  if (!snapshot || !flag) throw recordNotFound('Flag', flagId, ctx)
  const completed = await completeSubject(ctx, snapshot, subject)
  const explained = explain(snapshot.evaluation, flag.key, completed)
  const request = withInitialProperties(subject, storedNeeds(snapshot).initialProperties)
  const sight = { persons: isAllowed(ctx.actor, 'person:read'), groups: isAllowed(ctx.actor, 'group:read') }
  const explanation = hideStoredValues(explained, request, sight)
  return { flag, decision: explanation.decision, explanation }
}

export interface EvaluateMyFlagsOptions extends EvaluateFlagsOptions {
  /** The user to evaluate flags for; the caller when missing. */
  readonly user?: Pick<User, 'distinctId'> | undefined
}

/**
 * Evaluates the project's flags for the distinct id that a user has in this project, the newest flag first (PROTO-12).
 */
export async function evaluateMyFlags(
  ctx: ProjectContext,
  groups: NonNullable<Subject['groups']>,
  { user = userOf(ctx.actor) ?? NOBODY, ...options }: EvaluateMyFlagsOptions = {},
): Promise<readonly EvaluatedFlag[]> {
  const evaluated = await evaluateFlags(ctx, { distinctId: user.distinctId, groups }, options)
  return evaluated.toSorted((one, other) => other.flag.id - one.flag.id)
}

const NOBODY = { distinctId: '' }

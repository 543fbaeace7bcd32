import type { Subject } from '../../evaluation/definition/subject.ts'
import { explain } from '../../evaluation/explain/explain.ts'
import { recordNotFound } from '../../foundation/errors/record-not-found.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { refuseWithinWrite } from '../../runtime/within-write.ts'
import type { ExplainedFlag } from '../flags/evaluate-flags.ts'
import { checkUpdateFlag, type UpdateFlagInput } from '../flags/flag-input.ts'
import { completeSubject } from '../persons/complete-subject.ts'
import { editTrial } from './edit-trial.ts'
import { editedFlag } from './preview-flag.ts'
import { requireSnapshot } from './trial-snapshot.ts'

/**
 * Returns the explained decision of a flag for a subject as it would be after an update; nothing is written. It rejects
 * whatever the update would reject, except for a missing permission to edit. It needs permission to read persons and
 * groups, because an invented condition could query any stored property of them (IMPACT-28).
 */
export async function explainEdit(
  ctx: ProjectContext,
  flagId: number,
  input: UpdateFlagInput,
  subject: Subject,
): Promise<ExplainedFlag> {
  for (const scope of ['feature_flag:read', 'person:read', 'group:read'] as const) authorize(ctx.actor, scope)
  refuseWithinWrite(ctx)
  const sent = checkUpdateFlag(input, ctx.limits)
  const { before, next, version } = await editedFlag(ctx, flagId, sent)
  const { then } = editTrial(ctx, await requireSnapshot(ctx, version), before, next)
  const flag = then.snapshot.flag(then.key)
  if (!flag) throw recordNotFound('Flag', flagId, ctx)
  const completed = await completeSubject(ctx, then.snapshot, subject)
  const explanation = explain(then.snapshot.evaluation, flag.key, completed)
  return { flag, decision: explanation.decision, explanation }
}

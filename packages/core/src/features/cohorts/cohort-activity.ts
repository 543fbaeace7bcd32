import type { NewActivity } from '../../data/records/activity.ts'
import type { Cohort } from '../../data/records/cohort.ts'
import { type ActivityCause, activityEntry, changeVerb } from '../../runtime/activity/activity-entry.ts'
import { fieldChanges } from '../../runtime/activity/field-changes.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { COHORT_HISTORY } from '../../runtime/history/cohort-history.ts'
import { FIRST_STEP, stepTo } from '../../runtime/history/version-step.ts'

/** Returns the entry for a new cohort. */
export function cohortCreated(ctx: ProjectContext, cohort: Cohort): NewActivity {
  return activityEntry(ctx, subject(cohort), 'created', [], { step: FIRST_STEP })
}

/** What the entry for a new version of a cohort requires. */
export interface CohortVersionCause extends Pick<ActivityCause, 'trigger'> {
  /** The number of entries to replay for the previous version (`walkOf`). */
  readonly walk: number
}

/** Returns the entry for a new version of a cohort. Changes are not stored, because they follow from the two states. */
export function cohortChanged(
  ctx: ProjectContext,
  before: Cohort,
  after: Cohort,
  { walk, trigger = null }: CohortVersionCause,
): NewActivity {
  const step = stepTo(after.version, COHORT_HISTORY.stateOf(before), COHORT_HISTORY.stateOf(after), walk)
  return activityEntry(ctx, subject(after), changeVerb(before, after), [], { trigger, step })
}

/** Returns the entry for a change of the members of a cohort, with their number before and after. */
export function cohortMembersChanged(ctx: ProjectContext, before: Cohort, after: Cohort): NewActivity {
  return activityEntry(ctx, subject(after), 'updated', fieldChanges('Cohort', ['memberCount'], before, after))
}

function subject({ id, name }: Cohort) {
  return { scope: 'Cohort', id, name } as const
}

import type { NewActivity } from '../../data/records/activity.ts'
import type { Cohort } from '../../data/records/cohort.ts'
import { COHORT_FIELDS } from '../../data/records/cohort-fields.ts'
import { toldFields } from '../../data/records/record-field.ts'
import { activityEntry, changeVerb } from '../../runtime/activity/activity-entry.ts'
import { fieldChanges } from '../../runtime/activity/field-changes.ts'
import type { ProjectContext } from '../../runtime/context.ts'

const TOLD_FIELDS = toldFields(COHORT_FIELDS)

/** The entry for a cohort that was just made. */
export function cohortCreated(ctx: ProjectContext, cohort: Cohort): NewActivity {
  return activityEntry(ctx, subject(cohort), 'created')
}

/** The entry for a cohort that was just changed, or whose members were. */
export function cohortChanged(ctx: ProjectContext, before: Cohort, after: Cohort): NewActivity {
  return activityEntry(
    ctx,
    subject(after),
    changeVerb(before, after),
    fieldChanges('Cohort', TOLD_FIELDS, before, after),
  )
}

function subject({ id, name }: Cohort) {
  return { scope: 'Cohort', id, name } as const
}

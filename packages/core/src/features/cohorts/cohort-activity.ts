import type { NewActivity } from '../../data/records/activity.ts'
import type { Cohort } from '../../data/records/cohort.ts'
import { activityEntry, changeVerb } from '../../runtime/activity/activity-entry.ts'
import { fieldChanges } from '../../runtime/activity/field-changes.ts'
import type { ProjectContext } from '../../runtime/context.ts'

/** What a change of a cohort is told by. Members are told by how many they are: a list may have a million. */
const DIFFED_FIELDS = [
  'name',
  'description',
  'properties',
  'deleted',
  'memberCount',
] as const satisfies readonly (keyof Cohort)[]

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
    fieldChanges('Cohort', DIFFED_FIELDS, before, after),
  )
}

function subject({ id, name }: Cohort) {
  return { scope: 'Cohort', id, name } as const
}

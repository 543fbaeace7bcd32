import type { FieldChange, NewActivity } from '../../data/records/activity.ts'
import type { Dashboard } from '../../data/records/dashboard.ts'
import { DASHBOARD_FIELDS } from '../../data/records/dashboard-fields.ts'
import { toldFields } from '../../data/records/record-field.ts'
import { activityEntry, changeVerb } from '../../runtime/activity/activity-entry.ts'
import { fieldChanges } from '../../runtime/activity/field-changes.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { FIRST_STEP } from '../../runtime/history/version-step.ts'

const TOLD_FIELDS = toldFields(DASHBOARD_FIELDS)

/** Returns the entry for a new dashboard. */
export function dashboardCreated(ctx: ProjectContext, dashboard: Dashboard): NewActivity {
  return activityEntry(ctx, subject(dashboard), 'created', [], { step: FIRST_STEP })
}

/**
 * Returns the entry for a change of a dashboard; undefined if nothing changed. `more` contains changes of its tiles,
 * texts and collaborators.
 */
export function dashboardChanged(
  ctx: ProjectContext,
  before: Dashboard,
  after: Dashboard,
  more: readonly FieldChange[] = [],
): NewActivity | undefined {
  const changes = [...fieldChanges('Dashboard', TOLD_FIELDS, before, after), ...more]
  if (changes.length === 0) return undefined
  return activityEntry(ctx, subject(after), changeVerb(before, after), changes)
}

function subject({ id, name }: Dashboard) {
  return { scope: 'Dashboard', id, name } as const
}

import type { NewActivity } from '../../../data/records/activity.ts'
import type { Insight } from '../../../data/records/insight.ts'
import { INSIGHT_FIELDS } from '../../../data/records/insight-fields.ts'
import { toldFields } from '../../../data/records/record-field.ts'
import type { JsonValue } from '../../../foundation/json/json-value.ts'
import { activityEntry, changeVerb } from '../../../runtime/activity/activity-entry.ts'
import { fieldChanges } from '../../../runtime/activity/field-changes.ts'
import type { ProjectContext } from '../../../runtime/context.ts'

const TOLD_FIELDS = toldFields(INSIGHT_FIELDS)

/** The dashboards that show an insight, before and after a change. */
export interface DashboardsChange {
  readonly before: readonly number[]
  readonly after: readonly number[]
}

/** Returns the entry for a new insight. */
export function insightCreated(ctx: ProjectContext, insight: Insight): NewActivity {
  return activityEntry(ctx, subject(insight), 'created')
}

/** Returns the entry for a change of an insight; undefined if nothing changed. */
export function insightChanged(
  ctx: ProjectContext,
  before: Insight,
  after: Insight,
  dashboards: DashboardsChange = { before: [], after: [] },
): NewActivity | undefined {
  const changes = [
    ...fieldChanges('Insight', TOLD_FIELDS, before, after),
    ...fieldChanges('Insight', ['dashboards'], listed(dashboards.before), listed(dashboards.after)),
  ]
  if (changes.length === 0) return undefined
  return activityEntry(ctx, subject(after), changeVerb(before, after), changes)
}

function listed(dashboardIds: readonly number[]): { readonly dashboards: JsonValue } {
  return { dashboards: dashboardIds }
}

function subject({ id, name, derivedName, shortId }: Insight) {
  return { scope: 'Insight', id, name: name ?? derivedName, shortId } as const
}

import { userOf } from '../access/actor.ts'
import type { ActivityVerb, FieldChange, NewActivity } from '../activity/activity.ts'
import { fieldChanges } from '../activity/field-changes.ts'
import type { ProjectContext } from '../context.ts'
import { timestampOf } from '../time/timestamp.ts'
import type { Dashboard } from './dashboard.ts'

/** What a change of a dashboard is told by; ids and times are not. */
const DIFFED_FIELDS = [
  'name',
  'description',
  'pinned',
  'deleted',
  'filters',
  'variables',
  'breakdownColors',
  'dataColorThemeId',
  'quickFilterIds',
  'tags',
  'restrictionLevel',
] as const satisfies readonly (keyof Dashboard)[]

/** The entry for a dashboard that was just made. */
export function dashboardCreated(ctx: ProjectContext, dashboard: Dashboard): NewActivity {
  return entry(ctx, dashboard, 'created', [])
}

/** The entry for a dashboard that was just changed; `more` tells of its tiles and its collaborators. */
export function dashboardChanged(
  ctx: ProjectContext,
  before: Dashboard,
  after: Dashboard,
  more: readonly FieldChange[] = [],
): NewActivity {
  const changes = [...fieldChanges('Dashboard', DIFFED_FIELDS, before, after), ...more]
  return entry(ctx, after, verbOf(before, after), changes)
}

function verbOf(before: Dashboard, after: Dashboard): ActivityVerb {
  if (before.deleted === after.deleted) return 'updated'
  return after.deleted ? 'deleted' : 'restored'
}

function entry(
  ctx: ProjectContext,
  dashboard: Dashboard,
  verb: ActivityVerb,
  changes: readonly FieldChange[],
): NewActivity {
  return {
    id: ctx.ids.uuid(),
    projectId: ctx.project.id,
    userId: userOf(ctx.actor)?.id ?? null,
    verb,
    scope: 'Dashboard',
    itemId: String(dashboard.id),
    detail: { changes, trigger: null, type: null, name: dashboard.name, shortId: null },
    createdAt: timestampOf(ctx.clock()),
  }
}

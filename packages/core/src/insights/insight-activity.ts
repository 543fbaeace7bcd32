import { userOf } from '../access/actor.ts'
import type { ActivityVerb, FieldChange, NewActivity } from '../activity/activity.ts'
import { fieldChanges } from '../activity/field-changes.ts'
import type { ProjectContext } from '../context.ts'
import type { JsonValue } from '../json/json-value.ts'
import { timestampOf } from '../time/timestamp.ts'
import type { Insight } from './insight.ts'

/** What a change of an insight is told by; ids and times are not. */
const DIFFED_FIELDS = [
  'name',
  'derivedName',
  'description',
  'query',
  'tags',
  'favorited',
  'saved',
  'deleted',
] as const satisfies readonly (keyof Insight)[]

/** The dashboards that show an insight, before and after a change. */
export interface DashboardsChange {
  readonly before: readonly number[]
  readonly after: readonly number[]
}

/** The entry for an insight that was just made. */
export function insightCreated(ctx: ProjectContext, insight: Insight): NewActivity {
  return entry(ctx, insight, 'created', [])
}

/** The entry for an insight that was just changed; deleting and restoring have verbs of their own. */
export function insightChanged(
  ctx: ProjectContext,
  before: Insight,
  after: Insight,
  dashboards: DashboardsChange = { before: [], after: [] },
): NewActivity {
  const changes = [
    ...fieldChanges('Insight', DIFFED_FIELDS, before, after),
    ...fieldChanges('Insight', ['dashboards'], listed(dashboards.before), listed(dashboards.after)),
  ]
  return entry(ctx, after, verbOf(before, after), changes)
}

function listed(dashboardIds: readonly number[]): { readonly dashboards: JsonValue } {
  return { dashboards: dashboardIds }
}

function verbOf(before: Insight, after: Insight): ActivityVerb {
  if (before.deleted === after.deleted) return 'updated'
  return after.deleted ? 'deleted' : 'restored'
}

function entry(
  ctx: ProjectContext,
  insight: Insight,
  verb: ActivityVerb,
  changes: readonly FieldChange[],
): NewActivity {
  return {
    id: ctx.ids.uuid(),
    projectId: ctx.project.id,
    userId: userOf(ctx.actor)?.id ?? null,
    verb,
    scope: 'Insight',
    itemId: String(insight.id),
    detail: { changes, trigger: null, type: null, name: insight.name ?? insight.derivedName, shortId: insight.shortId },
    createdAt: timestampOf(ctx.clock()),
  }
}

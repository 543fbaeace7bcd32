import { userOf } from '../access/actor.ts'
import type { ActivityVerb, FieldChange, NewActivity } from '../activity/activity.ts'
import { fieldChanges } from '../activity/field-changes.ts'
import type { ProjectContext } from '../context.ts'
import { timestampOf } from '../time/timestamp.ts'
import type { Cohort } from './cohort.ts'

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
  return entry(ctx, cohort, 'created', [])
}

/** The entry for a cohort that was just changed, or whose members were. */
export function cohortChanged(ctx: ProjectContext, before: Cohort, after: Cohort): NewActivity {
  return entry(ctx, after, verbOf(before, after), fieldChanges('Cohort', DIFFED_FIELDS, before, after))
}

function verbOf(before: Cohort, after: Cohort): ActivityVerb {
  if (before.deleted === after.deleted) return 'updated'
  return after.deleted ? 'deleted' : 'restored'
}

function entry(ctx: ProjectContext, cohort: Cohort, verb: ActivityVerb, changes: readonly FieldChange[]): NewActivity {
  return {
    id: ctx.ids.uuid(),
    projectId: ctx.project.id,
    userId: userOf(ctx.actor)?.id ?? null,
    verb,
    scope: 'Cohort',
    itemId: String(cohort.id),
    detail: { changes, trigger: null, type: null, name: cohort.name, shortId: null },
    createdAt: timestampOf(ctx.clock()),
  }
}

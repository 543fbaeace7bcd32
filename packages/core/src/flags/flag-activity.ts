import { userOf } from '../access/actor.ts'
import type { ActivityVerb, FieldChange, NewActivity } from '../activity/activity.ts'
import { fieldChanges } from '../activity/field-changes.ts'
import type { ProjectContext } from '../context.ts'
import { timestampOf } from '../time/timestamp.ts'
import type { Flag } from './flag.ts'

/** What a change of a flag is told by; ids, times and what follows from other fields are not. */
const DIFFED_FIELDS = [
  'name',
  'key',
  'filters',
  'deleted',
  'active',
  'archived',
  'version',
  'ensureExperienceContinuity',
  'rollbackConditions',
  'performedRollback',
  'tags',
  'evaluationContexts',
  'evaluationRuntime',
  'bucketingIdentifier',
  'isRemoteConfiguration',
  'hasEncryptedPayloads',
  'hasEnrichedAnalytics',
  'usageDashboardId',
  'analyticsDashboardIds',
] as const satisfies readonly (keyof Flag)[]

/** The entry for a flag that was just made. */
export function flagCreated(ctx: ProjectContext, flag: Flag): NewActivity {
  return entry(ctx, flag, 'created', [])
}

/** The entry for a flag that was just changed; deleting and restoring have verbs of their own. */
export function flagChanged(ctx: ProjectContext, before: Flag, after: Flag): NewActivity {
  return entry(ctx, after, verbOf(before, after), fieldChanges('FeatureFlag', DIFFED_FIELDS, before, after))
}

function verbOf(before: Flag, after: Flag): ActivityVerb {
  if (before.deleted === after.deleted) return 'updated'
  return after.deleted ? 'deleted' : 'restored'
}

function entry(ctx: ProjectContext, flag: Flag, verb: ActivityVerb, changes: readonly FieldChange[]): NewActivity {
  return {
    id: ctx.ids.uuid(),
    projectId: ctx.project.id,
    userId: userOf(ctx.actor)?.id ?? null,
    verb,
    scope: 'FeatureFlag',
    itemId: String(flag.id),
    detail: { changes, trigger: null, type: null, name: flag.key, shortId: null },
    createdAt: timestampOf(ctx.clock()),
  }
}

import type { Role } from '../../data/records/role.ts'
import type { NewActivity } from '../../data/records/activity.ts'
import { type ActivityContext, activityEntry, changeVerb } from '../../runtime/activity/activity-entry.ts'
import { fieldChanges } from '../../runtime/activity/field-changes.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import type { Flag } from '../../data/records/flag.ts'

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
  return activityEntry(ctx, subject(flag), 'created')
}

/** The entry for a flag that was just changed; deleting and restoring have verbs of their own. */
export function flagChanged(ctx: ProjectContext, before: Flag, after: Flag): NewActivity {
  return activityEntry(
    ctx,
    subject(after),
    changeVerb(before, after),
    fieldChanges('FeatureFlag', DIFFED_FIELDS, before, after),
  )
}

/** A role that may edit a flag, before and after a change; null where it may not. */
export interface RoleAccessChange {
  readonly before: Pick<Role, 'id' | 'name'> | null
  readonly after: Pick<Role, 'id' | 'name'> | null
}

/** The entry for a flag that a role was just given, or that was taken back from one; its version stays. */
export function roleAccessChanged(ctx: ActivityContext, flag: Flag, { before, after }: RoleAccessChange): NewActivity {
  const changes = fieldChanges('FeatureFlag', ['roleAccess'], told(before), told(after))
  return activityEntry(ctx, subject(flag), 'updated', changes)
}

function told(role: RoleAccessChange['before']) {
  return { roleAccess: role && { id: role.id, name: role.name } }
}

function subject({ id, key }: Flag) {
  return { scope: 'FeatureFlag', id, name: key } as const
}

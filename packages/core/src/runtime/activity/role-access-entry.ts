import type { NewActivity } from '../../data/records/activity.ts'
import type { Flag } from '../../data/records/flag.ts'
import type { NamedRole } from '../../data/records/role.ts'
import { type ActivityContext, activityEntry } from './activity-entry.ts'
import { fieldChanges } from './field-changes.ts'

/** A role that may edit a flag, before and after a change; null where it may not. */
export interface RoleAccessChange {
  readonly before: NamedRole | null
  readonly after: NamedRole | null
}

/** The entry for a flag that a role was just given, or that was taken back from one; its version stays. */
export function roleAccessChanged(ctx: ActivityContext, flag: Flag, { before, after }: RoleAccessChange): NewActivity {
  const changes = fieldChanges('FeatureFlag', ['roleAccess'], told(before), told(after))
  return activityEntry(ctx, { scope: 'FeatureFlag', id: flag.id, name: flag.key }, 'updated', changes)
}

function told(role: RoleAccessChange['before']) {
  return { roleAccess: role && { id: role.id, name: role.name } }
}

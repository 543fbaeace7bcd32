import type { NewActivity } from '../../data/records/activity.ts'
import type { Flag } from '../../data/records/flag.ts'
import type { NamedRole } from '../../data/records/role.ts'
import { type ActivityContext, activityEntry } from './activity-entry.ts'
import { fieldChanges } from './field-changes.ts'

/** A role that can edit a flag, before and after a change; null where it cannot. */
export interface RoleAccessChange {
  readonly before: NamedRole | null
  readonly after: NamedRole | null
}

/** Returns the entry for a flag to which a role just gained or lost access. The flag's version does not change. */
export function roleAccessChanged(ctx: ActivityContext, flag: Flag, { before, after }: RoleAccessChange): NewActivity {
  const changes = fieldChanges('FeatureFlag', ['roleAccess'], told(before), told(after))
  return activityEntry(ctx, { scope: 'FeatureFlag', id: flag.id, name: flag.key }, 'updated', changes)
}

function told(role: RoleAccessChange['before']) {
  return { roleAccess: role && { id: role.id, name: role.name } }
}

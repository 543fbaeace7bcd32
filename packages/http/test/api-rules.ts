import { activityLog } from './rules/activity-log.ts'
import { editRights } from './rules/edit-rights.ts'
import { flagDeletion } from './rules/flag-deletion.ts'
import { flagFields } from './rules/flag-fields.ts'
import { flagLists } from './rules/flag-lists.ts'
import { flagUpdates } from './rules/flag-updates.ts'
import { identity } from './rules/identity.ts'
import { projects } from './rules/projects.ts'
import { roleAccess } from './rules/role-access.ts'
import { roles } from './rules/roles.ts'
import type { NewWorld } from './support/world.ts'

/** Everything that the API has to keep to, by subject. */
export const API_RULES: Readonly<Record<string, (newWorld: NewWorld) => void>> = {
  'fields of a flag': flagFields,
  'lists of flags': flagLists,
  'updates of a flag': flagUpdates,
  'deletion of a flag': flagDeletion,
  activity: activityLog,
  'role access': roleAccess,
  'the right to edit': editRights,
  roles: roles,
  identity: identity,
  projects: projects,
}

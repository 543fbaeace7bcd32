import type { ActivityVerb, FieldChange } from '../../data/records/activity.ts'
import type { Project } from '../../data/records/project.ts'
import type { Role, RoleDetails } from '../../data/records/role.ts'
import type { User } from '../../data/records/user.ts'
import type { ReadTransaction, Transaction } from '../../data/store.ts'
import { activityEntry } from '../../runtime/activity/activity-entry.ts'
import { fieldChanges } from '../../runtime/activity/field-changes.ts'
import { roleAccessChanged } from '../../runtime/activity/role-access-entry.ts'
import { organizationEntry, type TellingContext } from './organization-activity.ts'

/** The recorded fields of a role. */
const DIFFED_FIELDS = ['name', 'flagAccessLevel'] as const satisfies readonly (keyof Role)[]

const PAGE_SIZE = 1000

/** Records a change of a role in the activity of the organization and of all its projects (ACT-10). */
export async function tellOfRole(
  tx: Transaction,
  ctx: TellingContext,
  role: Role,
  verb: ActivityVerb,
  changes: readonly FieldChange[] = [],
): Promise<void> {
  const subject = { scope: 'Role', id: role.id, name: role.name } as const
  await tx.organizationActivity.append(organizationEntry(ctx, subject, verb, changes))
  for (const project of await projectsOf(tx, ctx)) {
    await tx.activity.append(activityEntry({ ...ctx, project }, subject, verb, changes))
  }
}

/** Records the changed fields of a role like {@link tellOfRole}, if there are any. */
export async function tellOfRoleChange(tx: Transaction, ctx: TellingContext, before: Role, after: Role): Promise<void> {
  const changes = fieldChanges('Role', DIFFED_FIELDS, before, after)
  if (changes.length > 0) await tellOfRole(tx, ctx, after, 'updated', changes)
}

/** Records that a member got or lost a role, like {@link tellOfRole}. */
export async function tellOfRoleMember(
  tx: Transaction,
  ctx: TellingContext,
  role: Role,
  { before, after }: { readonly before: User | null; readonly after: User | null },
): Promise<void> {
  const changes = fieldChanges('Role', ['members'], { members: before?.uuid }, { members: after?.uuid })
  await tellOfRole(tx, ctx, role, 'updated', changes)
}

/** Records for each flag of a deleted role that the role lost its access (ACT-8). */
export async function tellFlagsOfLoss(tx: Transaction, ctx: TellingContext, role: RoleDetails): Promise<void> {
  for (const project of await projectsOf(tx, ctx)) {
    for (const { id } of role.associatedFlags) {
      const flag = await tx.flags.find(project.id, id)
      if (flag) await tx.activity.append(roleAccessChanged({ ...ctx, project }, flag, { before: role, after: null }))
    }
  }
}

async function projectsOf(tx: ReadTransaction, { organization }: TellingContext): Promise<readonly Project[]> {
  const projects: Project[] = []
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const { items } = await tx.projects.list([organization.id], { limit: PAGE_SIZE, offset })
    projects.push(...items)
    if (items.length < PAGE_SIZE) return projects
  }
}

import type { ActivityVerb, FieldChange } from '../../data/records/activity.ts'
import type { Project } from '../../data/records/project.ts'
import type { Role, RoleDetails } from '../../data/records/role.ts'
import type { User } from '../../data/records/user.ts'
import type { ReadTransaction, Transaction } from '../../data/store.ts'
import { activityEntry } from '../../runtime/activity/activity-entry.ts'
import { fieldChanges } from '../../runtime/activity/field-changes.ts'
import { roleAccessChanged } from '../../runtime/activity/role-access-entry.ts'
import { organizationEntry, type TellingContext } from './organization-activity.ts'

/** What a change of a role is told by. */
const DIFFED_FIELDS = ['name', 'flagAccessLevel'] as const satisfies readonly (keyof Role)[]

const PAGE_SIZE = 1000

/** Tells the organization, and every project that it has, what became of a role (ACT-10). */
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

/** {@link tellOfRole} what was changed; one that is as it was is not told. */
export async function tellOfRoleChange(tx: Transaction, ctx: TellingContext, before: Role, after: Role): Promise<void> {
  const changes = fieldChanges('Role', DIFFED_FIELDS, before, after)
  if (changes.length > 0) await tellOfRole(tx, ctx, after, 'updated', changes)
}

/** {@link tellOfRole} who got it, or lost it. */
export async function tellOfRoleMember(
  tx: Transaction,
  ctx: TellingContext,
  role: Role,
  { before, after }: { readonly before: User | null; readonly after: User | null },
): Promise<void> {
  const changes = fieldChanges('Role', ['members'], { members: before?.uuid }, { members: after?.uuid })
  await tellOfRole(tx, ctx, role, 'updated', changes)
}

/** Tells each flag that a role was given that it is taken back, as it goes with the role (ACT-8). */
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

import type { Cohort, NewCohort } from '../data/records/cohort.ts'
import type { Flag, NewFlag } from '../data/records/flag.ts'
import type { FlagIndex } from '../data/records/flag-query.ts'
import type { Membership } from '../data/records/membership.ts'
import type { Organization } from '../data/records/organization.ts'
import type { Project } from '../data/records/project.ts'
import type { Role } from '../data/records/role.ts'
import type { User } from '../data/records/user.ts'
import type { Store, Transaction } from '../data/store.ts'
import {
  newCohortIndex,
  newCohortRow,
  newFlagIndex,
  newFlagRow,
  newMembershipRow,
  newOrganizationRow,
  newProjectRow,
  newRoleRow,
  newUserRow,
} from './row-builders.ts'

/** An organization with one project and one member: the start of most tests. */
export interface SeededTenant {
  readonly organization: Organization
  readonly project: Project
  readonly user: User
  readonly membership: Membership
}

/** Writes an organization, a project in it, and a user who is a member. Each call creates another tenant. */
export async function seedTenant(store: Store): Promise<SeededTenant> {
  const organization = newOrganizationRow()
  const newProject = newProjectRow({ organizationId: organization.id })
  const newUser = newUserRow()
  return store.write(async (tx) => {
    await tx.organizations.insert(organization)
    const project = await tx.projects.insert(newProject)
    const user = await tx.users.insert(newUser)
    const membership = newMembershipRow({ organizationId: organization.id, user })
    await tx.memberships.insert(membership)
    return { organization, project, user, membership }
  })
}

/** Adds a flag in the given transaction. */
export async function insertFlag(
  tx: Transaction,
  overrides: Partial<NewFlag> & Pick<NewFlag, 'projectId'>,
  index: Partial<FlagIndex> = {},
): Promise<Flag> {
  const flag = newFlagRow(overrides)
  return tx.flags.insert(flag, newFlagIndex(flag, index))
}

/** Adds a flag in a separate transaction. */
export async function seedFlag(
  store: Store,
  overrides: Partial<NewFlag> & Pick<NewFlag, 'projectId'>,
  index: Partial<FlagIndex> = {},
): Promise<Flag> {
  return store.write((tx) => insertFlag(tx, overrides, index))
}

/** Adds a cohort in the given transaction, found by its name. */
export async function insertCohort(
  tx: Transaction,
  overrides: Partial<NewCohort> & Pick<NewCohort, 'projectId'>,
): Promise<Cohort> {
  const cohort = newCohortRow(overrides)
  return tx.cohorts.insert(cohort, newCohortIndex(cohort.name.toLowerCase()))
}

/** Adds a cohort in a separate transaction. */
export async function seedCohort(
  store: Store,
  overrides: Partial<NewCohort> & Pick<NewCohort, 'projectId'>,
): Promise<Cohort> {
  return store.write((tx) => insertCohort(tx, overrides))
}

/** Adds a role in a separate transaction. */
export async function seedRole(store: Store, overrides: Partial<Role> & Pick<Role, 'organizationId'>): Promise<Role> {
  const role = newRoleRow(overrides)
  await store.write((tx) => tx.roles.insert(role))
  return role
}

/** Adds a user in a separate transaction. */
export async function seedUser(store: Store, overrides: Parameters<typeof newUserRow>[0] = {}): Promise<User> {
  const user = newUserRow(overrides)
  return store.write((tx) => tx.users.insert(user))
}

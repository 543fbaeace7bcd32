import type { Cohort, Flag, Group, Invitation, Person, PersonalApiKey, RoleMembership, Store } from '@flagdeck/core'
import type {
  FlagRoleAccess,
  IdempotencyKey,
  ReadTransaction,
  Role,
  Session,
  SignInLink,
  Transaction,
} from '@flagdeck/core/store'
import {
  insertCohort,
  insertFlag,
  newActivityRow,
  newFlagRoleAccessRow,
  newGroupRow,
  newIdempotencyKeyRow,
  newInvitationRow,
  newOpenIdAccountRow,
  newOrganizationActivityRow,
  newPersonalApiKeyRow,
  newPersonRow,
  newRoleMembershipRow,
  newRoleRow,
  newSessionRow,
  newSignInLinkRow,
  type SeededTenant,
  seedTenant,
} from '@flagdeck/core/testing'
import { dumpOfDashboards, type FullDashboard, insertFullDashboard } from './full-dashboard.ts'
import { dumpOfUsage, type FullUsage, insertFullUsage } from './full-usage.ts'

const ALL = { limit: 1000, offset: 0 }

/** A tenant with something in every table. */
export interface FullTenant extends SeededTenant, FullDashboard, FullUsage {
  readonly key: PersonalApiKey
  readonly invitation: Invitation
  readonly session: Session
  readonly signInLink: SignInLink
  readonly role: Role
  readonly roleMembership: RoleMembership
  /** Depends on `base`, and was given to `role` by `access`. */
  readonly flag: Flag
  readonly base: Flag
  readonly access: FlagRoleAccess
  /** Static, with `person` as its only member. */
  readonly cohort: Cohort
  /** Has a hash-key override for `flag`. */
  readonly person: Person
  readonly group: Group
  readonly idempotencyKey: IdempotencyKey
}

export async function seedFullTenant(store: Store): Promise<FullTenant> {
  const tenant = await seedTenant(store)
  const { organization, project, user } = tenant
  const key = newPersonalApiKeyRow({ user })
  const invitation = newInvitationRow({ organizationId: organization.id, createdBy: user })
  const session = newSessionRow({ user })
  const signInLink = newSignInLinkRow({ user, secureToken: linkOf(user.id) })
  const role = newRoleRow({ organizationId: organization.id, createdBy: user })
  const roleMembership = newRoleMembershipRow({ roleId: role.id, user })
  return store.write(async (tx) => {
    await tx.personalApiKeys.insert(key)
    await tx.personalApiKeys.retire(retiredHash(tenant), key.createdAt)
    await tx.invitations.insert(invitation)
    await tx.sessions.insert(session)
    await tx.signInLinks.insert(signInLink)
    await tx.passwords.set(user.id, `$hash$${user.id}`, session.createdAt)
    await tx.openIdAccounts.insert(newOpenIdAccountRow({ user }))
    await tx.organizationActivity.append(newOrganizationActivityRow({ organizationId: organization.id }))
    await tx.roles.insert(role)
    await tx.roleMemberships.insert(organization.id, roleMembership)
    const base = await insertFlag(tx, { projectId: project.id, createdBy: user, tags: ['base'] })
    const flag = await insertFlag(tx, {
      projectId: project.id,
      lastModifiedBy: user,
      usageKey: `first key of ${project.id}`,
      filters: { groups: [{ properties: [{ key: 'id', type: 'cohort', value: 1 }], rollout_percentage: 100 }] },
    })
    await tx.flagDependencies.replace(project.id, flag.id, [base.id])
    const access = await tx.flagRoleAccess.insert(
      project.id,
      newFlagRoleAccessRow({ flagId: flag.id, roleId: role.id }),
    )
    await tx.activity.append(
      newActivityRow({
        projectId: project.id,
        userId: user.id,
        itemId: String(flag.id),
        step: { version: 2, undo: { keys: {} }, before: null, walk: 10 },
      }),
    )
    await tx.activity.append(newActivityRow({ projectId: project.id, userId: user.id, itemId: String(flag.id) }))
    const board = await insertFullDashboard(tx, project.id, user)
    const usage = await insertFullUsage(tx, project.id, flag.key)
    const audience = await addAudience(tx, flag)
    const idempotencyKey = newIdempotencyKeyRow({ organizationId: organization.id })
    await tx.idempotencyKeys.save(idempotencyKey)
    const people = { key, invitation, session, signInLink, role, roleMembership }
    return { ...tenant, ...people, base, flag, access, ...audience, ...board, ...usage, idempotencyKey }
  })
}

function retiredHash({ organization }: SeededTenant): string {
  return `sha256$retired by ${organization.id}`
}

/** No reader lists links. */
function linkOf(userId: number): string {
  return `sha256$link of ${userId}`
}

/** Adds those that flags are for, to the project of `flag`. */
async function addAudience(
  tx: Transaction,
  { projectId, key: flagKey }: Flag,
): Promise<Pick<FullTenant, 'cohort' | 'person' | 'group'>> {
  const person = newPersonRow({ projectId, properties: { plan: 'pro' } })
  const group = newGroupRow({ projectId, properties: { seats: 5 } })
  await tx.persons.save(person)
  await tx.groups.save(group)
  await tx.hashKeyOverrides.add(projectId, person.distinctId, [{ flagKey, hashKey: 'anonymous' }])
  const cohort = await insertCohort(tx, { projectId })
  await tx.cohortMembers.add(projectId, cohort.id, [person.distinctId])
  return { person, group, cohort: { ...cohort, memberCount: 1 } }
}

/** Everything that can be read of a tenant, to see whether two moments differ. */
export async function dumpOf(tx: ReadTransaction, tenant: SeededTenant): Promise<unknown> {
  const [organizationId, projectId, userId] = [tenant.organization.id, tenant.project.id, tenant.user.id]
  const roles = await tx.roles.list(organizationId, ALL)
  const flags = await tx.flags.changedSince(projectId, 0)
  const cohorts = await tx.cohorts.changedSince(projectId, 0)
  const persons = await tx.persons.list(projectId, '', ALL)
  return {
    organization: await tx.organizations.find(organizationId),
    projects: await tx.projects.list([organizationId], ALL),
    user: await tx.users.find(userId),
    memberships: await tx.memberships.list(organizationId, ALL),
    keys: await tx.personalApiKeys.list(userId),
    isRetired: await tx.personalApiKeys.isRetired(retiredHash(tenant)),
    sessions: await tx.sessions.list(userId),
    signInLink: await tx.signInLinks.findBySecureToken(linkOf(userId)),
    password: await tx.passwords.find(userId),
    openIdAccounts: await tx.openIdAccounts.ofUser(userId),
    invitations: await tx.invitations.listOpen(organizationId, ALL),
    roles,
    roleMemberships: await inTurn(roles.items, (role) => tx.roleMemberships.list(organizationId, role.id, ALL)),
    flags,
    dependencies: await tx.flagDependencies.list(projectId),
    access: await inTurn(flags, (flag) => tx.flagRoleAccess.list(projectId, flag.id, ALL)),
    cohorts,
    members: await inTurn(cohorts, (cohort) => tx.cohortMembers.list(projectId, cohort.id, ALL)),
    persons,
    groups: await inTurn([0, 1, 2, 3, 4], (index) => tx.groups.list(projectId, index, '', ALL)),
    overrides: await inTurn(persons.items, (person) => tx.hashKeyOverrides.list(projectId, person.distinctId)),
    dashboards: await dumpOfDashboards(tx, projectId),
    usage: await dumpOfUsage(tx, projectId),
    activity: await tx.activity.list(projectId, { scope: 'FeatureFlag' }, ALL),
    organizationActivity: await tx.organizationActivity.list(organizationId, ALL),
  }
}

async function inTurn<Item, Answer>(items: readonly Item[], ask: (item: Item) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const item of items) answers.push(await ask(item))
  return answers
}

import type { Cohort, Flag, Group, Person, PersonalApiKey, Store } from '@flagdeck/core'
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
} from '@flagdeck/core/fixtures'
import type {
  FlagRoleAccess,
  IdempotencyKey,
  Invitation,
  ReadTransaction,
  Role,
  RoleMembership,
  Session,
  SignInLink,
  Transaction,
} from '@flagdeck/core/store'
import { dumpOfDashboards, type FullDashboard, insertFullDashboard } from './full-dashboard.ts'
import { dumpOfUsage, type FullUsage, insertFullUsage } from './full-usage.ts'

const ALL = { limit: 1000, offset: 0 }

/** A tenant with a row in every table. */
export interface FullTenant extends SeededTenant, FullDashboard, FullUsage {
  readonly key: PersonalApiKey
  readonly invitation: Invitation
  readonly session: Session
  readonly signInLink: SignInLink
  readonly role: Role
  readonly roleMembership: RoleMembership
  /** Depends on `base`; `access` assigns it to `role`. */
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
    await tx.passwords.setNetworks(user.id, ['c0ffee'])
    await tx.openIdAccounts.insert(newOpenIdAccountRow({ user }))
    await tx.encryptionCheck.set('sealed', session.createdAt)
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

/** Returns the hash of a link. It is derived from the user, because no method lists links. */
function linkOf(userId: number): string {
  return `sha256$link of ${userId}`
}

/** Adds a person, a group and a cohort to the project of `flag`. */
async function addAudience(
  tx: Transaction,
  { projectId, key: flagKey }: Flag,
): Promise<Pick<FullTenant, 'cohort' | 'person' | 'group'>> {
  const person = newPersonRow({ projectId, properties: { plan: 'pro', email: 'ana@flagdeck.test' } })
  const group = newGroupRow({ projectId, properties: { seats: 5 } })
  await tx.persons.save(person)
  await tx.groups.save(group)
  await tx.hashKeyOverrides.add(projectId, person.distinctId, [{ flagKey, hashKey: 'anonymous' }])
  await tx.projectSizes.add(projectId, 1000, person.createdAt)
  const cohort = await insertCohort(tx, { projectId })
  await tx.cohortMembers.add(projectId, cohort.id, [person.distinctId])
  return { person, group, cohort: { ...cohort, memberCount: 1 } }
}

/**
 * Returns everything that can be read of a tenant, for comparing two states. Reads concurrently, because it is called
 * often.
 */
export async function dumpOf(tx: ReadTransaction, tenant: SeededTenant): Promise<unknown> {
  const [organizationId, projectId, userId] = [tenant.organization.id, tenant.project.id, tenant.user.id]
  return allOf({
    organization: tx.organizations.find(organizationId),
    projects: tx.projects.list([organizationId], ALL),
    user: tx.users.find(userId),
    memberships: tx.memberships.list(organizationId, ALL),
    keys: tx.personalApiKeys.list(userId),
    isRetired: tx.personalApiKeys.isRetired(retiredHash(tenant)),
    sessions: tx.sessions.list(userId),
    signInLink: tx.signInLinks.findBySecureToken(linkOf(userId)),
    password: tx.passwords.find(userId),
    networks: tx.passwords.networks(userId),
    openIdAccounts: tx.openIdAccounts.ofUser(userId),
    encryptionCheck: tx.encryptionCheck.find(),
    invitations: tx.invitations.listOpen(organizationId, ALL),
    roles: withEach(tx.roles.list(organizationId, ALL), ({ id }) => tx.roleMemberships.list(organizationId, id, ALL)),
    flags: withEach(tx.flags.changedSince(projectId, 0), ({ id }) => tx.flagRoleAccess.list(projectId, id, ALL)),
    dependencies: tx.flagDependencies.list(projectId),
    cohorts: withEach(tx.cohorts.changedSince(projectId, 0), ({ id }) => tx.cohortMembers.list(projectId, id, ALL)),
    persons: withEach(tx.persons.list(projectId, '', ALL), ({ distinctId }) =>
      tx.hashKeyOverrides.list(projectId, distinctId),
    ),
    size: tx.projectSizes.find(projectId),
    groups: Promise.all([0, 1, 2, 3, 4].map((index) => tx.groups.list(projectId, index, '', ALL))),
    dashboards: dumpOfDashboards(tx, projectId),
    usage: dumpOfUsage(tx, projectId),
    activity: tx.activity.list(projectId, { scope: 'FeatureFlag' }, ALL),
    organizationActivity: tx.organizationActivity.list(organizationId, {}, ALL),
  })
}

/** Resolves several queries, and returns their results by name. */
async function allOf(questions: Readonly<Record<string, Promise<unknown>>>): Promise<unknown> {
  const answers = Object.entries(questions).map(async ([name, question]) => [name, await question] as const)
  return Object.fromEntries(await Promise.all(answers))
}

/** Returns a list, and the result of a query for each of its items. */
async function withEach<Item>(
  list: Promise<readonly Item[] | { readonly items: readonly Item[] }>,
  ask: (item: Item) => Promise<unknown>,
): Promise<unknown> {
  const found = await list
  const items = 'items' in found ? found.items : found
  return { found, each: await Promise.all(items.map(ask)) }
}

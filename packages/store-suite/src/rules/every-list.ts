import type { Page, PageRequest, Store } from '@flagdeck/core'
import {
  insertCohort,
  insertDashboard,
  insertFlag,
  insertInsight,
  newActivityRow,
  newFlagRoleAccessRow,
  newGroupRow,
  newInvitationRow,
  newMembershipRow,
  newOrganizationActivityRow,
  newOrganizationRow,
  newPersonRow,
  newProjectRow,
  newRoleMembershipRow,
  newRoleRow,
  newUserRow,
  type SeededTenant,
} from '@flagdeck/core/fixtures'
import type { ReadTransaction, Transaction } from '@flagdeck/core/store'

const NEWEST_FIRST = { order: { field: 'createdAt', descending: true } } as const

type List = (tx: ReadTransaction, page: PageRequest) => Promise<Page<unknown>>

/** Adds three rows for each paged list of one tenant, among rows of another tenant. */
export async function seedEveryList(store: Store) {
  await store.write(async (tx) => fillEveryList(tx, await seedTenantIn(tx)))
  const tenant = await store.write(async (tx) => fillEveryList(tx, await seedTenantIn(tx)))
  const lists = ({ organization, project, roleId, flagId, cohortId }: FilledTenant): Record<string, List> => ({
    projects: (tx, page) => tx.projects.list([organization.id], page),
    memberships: (tx, page) => tx.memberships.list(organization.id, page),
    invitations: (tx, page) => tx.invitations.listOpen(organization.id, page),
    roles: (tx, page) => tx.roles.list(organization.id, page),
    roleMemberships: (tx, page) => tx.roleMemberships.list(organization.id, roleId, page),
    flags: (tx, page) => tx.flags.list(project.id, NEWEST_FIRST, page),
    flagRoleAccess: (tx, page) => tx.flagRoleAccess.list(project.id, flagId, page),
    cohorts: (tx, page) => tx.cohorts.list(project.id, {}, page),
    cohortsFound: (tx, page) => tx.cohorts.list(project.id, { search: 'cohort' }, page),
    cohortMembers: (tx, page) => tx.cohortMembers.list(project.id, cohortId, page),
    persons: (tx, page) => tx.persons.list(project.id, '', page),
    personsFound: (tx, page) => tx.persons.list(project.id, 'person', page),
    groups: (tx, page) => tx.groups.list(project.id, 0, '', page),
    groupsFound: (tx, page) => tx.groups.list(project.id, 0, 'group', page),
    dashboards: (tx, page) => tx.dashboards.list(project.id, {}, page),
    dashboardsFound: (tx, page) => tx.dashboards.list(project.id, { search: 'dashboard' }, page),
    insights: (tx, page) => tx.insights.list(project.id, {}, page),
    insightsFound: (tx, page) => tx.insights.list(project.id, { search: 'insight' }, page),
    activity: (tx, page) => tx.activity.list(project.id, { scope: 'FeatureFlag' }, page),
    activityOfItem: (tx, page) => tx.activity.list(project.id, { scope: 'FeatureFlag', itemId: '1' }, page),
    activityMixed: (tx, page) => tx.activity.listMixed(project.id, { scopes: ['FeatureFlag', 'Role'] }, page),
    organizationActivity: (tx, page) => tx.organizationActivity.list(organization.id, {}, page),
    organizationActivityOfKinds: (tx, page) =>
      tx.organizationActivity.list(organization.id, { scopes: ['Organization', 'OrganizationInvite'] }, page),
  })
  return { tenant, lists }
}

interface FilledTenant extends Pick<SeededTenant, 'organization' | 'project'> {
  readonly roleId: string
  readonly flagId: number
  readonly cohortId: number
}

async function seedTenantIn(tx: Transaction): Promise<Pick<SeededTenant, 'organization' | 'project'>> {
  const organization = newOrganizationRow()
  await tx.organizations.insert(organization)
  return { organization, project: await tx.projects.insert(newProjectRow({ organizationId: organization.id })) }
}

async function fillEveryList(
  tx: Transaction,
  { organization, project }: Pick<SeededTenant, 'organization' | 'project'>,
): Promise<FilledTenant> {
  const organizationId = organization.id
  const roles = [1, 2, 3].map(() => newRoleRow({ organizationId }))
  for (const role of roles) await tx.roles.insert(role)
  const roleId = roles[0]?.id ?? ''
  const flags = [await insertFlag(tx, { projectId: project.id })]
  const flagId = flags[0]?.id ?? 0
  for (let n = 0; n < 2; n++) {
    await tx.projects.insert(newProjectRow({ organizationId }))
    await insertFlag(tx, { projectId: project.id })
  }
  for (const role of roles) {
    const user = await tx.users.insert(newUserRow())
    await tx.memberships.insert(newMembershipRow({ organizationId, user }))
    await tx.roleMemberships.insert(organizationId, newRoleMembershipRow({ roleId, user }))
    await tx.flagRoleAccess.insert(project.id, newFlagRoleAccessRow({ flagId, roleId: role.id }))
    await insertDashboard(tx, { projectId: project.id })
    await insertInsight(tx, { projectId: project.id })
    await tx.activity.append(newActivityRow({ projectId: project.id }))
    await tx.invitations.insert(newInvitationRow({ organizationId }))
    await tx.organizationActivity.append(newOrganizationActivityRow({ organizationId }))
  }
  return { organization, project, roleId, flagId, cohortId: await fillAudienceLists(tx, project.id) }
}

/** Adds three rows to each list of persons, groups and cohorts. Returns the cohort whose members are listed. */
async function fillAudienceLists(tx: Transaction, projectId: number): Promise<number> {
  const persons = [1, 2, 3].map(() => newPersonRow({ projectId }))
  for (const person of persons) {
    await tx.persons.save(person)
    await tx.groups.save(newGroupRow({ projectId }))
    await insertCohort(tx, { projectId })
  }
  const cohorts = await tx.cohorts.changedSince(projectId, 0)
  const cohortId = cohorts[1]?.id ?? 0
  await tx.cohortMembers.add(
    projectId,
    cohortId,
    persons.map(({ distinctId }) => distinctId),
  )
  return cohortId
}

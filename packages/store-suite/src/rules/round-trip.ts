import type { Flag, Group, Organization, Person, PersonalApiKey, Store } from '@flagdeck/core'
import {
  BUILT_AT,
  exampleFlag,
  insertFlag,
  newActivityRow,
  newCohortIndex,
  newCohortRow,
  newFlagIndex,
  newFlagRoleAccessRow,
  newFlagRow,
  newGroupRow,
  newInvitationRow,
  newMembershipRow,
  newOpenIdAccountRow,
  newOrganizationActivityRow,
  newOrganizationRow,
  newPersonalApiKeyRow,
  newPersonRow,
  newProjectRow,
  newRoleMembershipRow,
  newRoleRow,
  newSessionRow,
  newSignInLinkRow,
  newUserRow,
  type SeededTenant,
  seedFlag,
  seedRole,
  seedTenant,
  seedUser,
} from '@flagdeck/core/fixtures'
import type {
  Invitation,
  Membership,
  NewActivity,
  NewCohort,
  NewFlag,
  NewFlagRoleAccess,
  NewProject,
  NewUser,
  OpenIdAccount,
  Role,
  RoleMembership,
  Session,
  SignInLink,
} from '@flagdeck/core/store'
import { expect } from 'vitest'
import { DASHBOARD_ROUND_TRIPS, type DashboardRowKinds } from './dashboard-round-trips.ts'

const ALL = { limit: 1000, offset: 0 }

/** The rows of the port, by the columns that a test sets. */
interface RowKinds extends DashboardRowKinds {
  readonly organization: Partial<Organization>
  readonly project: Partial<NewProject>
  readonly user: Partial<NewUser>
  readonly membership: Partial<Membership>
  readonly personalApiKey: Partial<PersonalApiKey>
  readonly invitation: Partial<Invitation>
  readonly session: Partial<Session>
  readonly signInLink: Partial<SignInLink>
  readonly openIdAccount: Partial<OpenIdAccount>
  readonly role: Partial<Role>
  readonly roleMembership: Partial<RoleMembership>
  readonly flag: Partial<NewFlag>
  readonly flagRoleAccess: Partial<NewFlagRoleAccess>
  readonly activity: Partial<NewActivity>
  readonly organizationActivity: Partial<Parameters<typeof newOrganizationActivityRow>[0]>
  readonly cohort: Partial<NewCohort>
  readonly person: Partial<Person>
  readonly group: Partial<Group>
}

/** Writes a row. Returns the expected row, and the row that each reader of the port returns. */
export type RoundTrip<Special> = (
  store: Store,
  tenant: SeededTenant,
  special: Special,
) => Promise<{ readonly wrote: object; readonly read: readonly unknown[] }>

export type RowKind = keyof RowKinds

/** Fails unless every reader returns the row exactly as it was written. */
export async function expectKept<Kind extends RowKind>(
  store: Store,
  kind: Kind,
  special: RowKinds[Kind],
): Promise<void> {
  const roundTrip: RoundTrip<RowKinds[Kind]> = ROUND_TRIPS[kind]
  const { wrote, read } = await roundTrip(store, await seedTenant(store), special)
  expect(read).toEqual(read.map(() => wrote))
  for (const row of read) expect(textOf(row, wrote)).toEqual(textOf(wrote, wrote))
}

/** Writes one row for each value of each column. */
export async function expectEachKept<Kind extends RowKind>(
  store: Store,
  kind: Kind,
  columns: { readonly [Column in keyof RowKinds[Kind]]?: readonly RowKinds[Kind][Column][] },
): Promise<void> {
  for (const [column, values] of Object.entries<readonly unknown[] | undefined>(columns)) {
    for (const value of values ?? []) {
      // The type of `columns` guarantees columns of the kind, but a computed key loses it.
      await expectKept(store, kind, { [column]: value } as RowKinds[Kind])
    }
  }
}

/** Columns that contain another row, whose own columns have no defined order. */
const JOINED = ['user', 'createdBy', 'lastModifiedBy']

/**
 * Returns each column as JSON text. It shows differences that `toEqual` ignores: the order of keys, and missing or
 * undefined values.
 */
function textOf(row: unknown, wrote: object): Record<string, string | undefined> {
  // The row already equals the written one, so it is an object.
  const values = row as Record<string, unknown>
  const columns = Object.keys(wrote).filter((column) => !JOINED.includes(column))
  return Object.fromEntries(columns.map((column) => [column, JSON.stringify(values[column])]))
}

const ROUND_TRIPS: { readonly [Kind in RowKind]: RoundTrip<RowKinds[Kind]> } = {
  async organization(store, _, special) {
    const wrote = newOrganizationRow(special)
    await store.write((tx) => tx.organizations.insert(wrote))
    const read = await store.write(async (tx) => [
      await tx.organizations.find(wrote.id),
      await tx.organizations.findByName(wrote.name),
      await tx.organizations.lock(wrote.id),
    ])
    return { wrote, read }
  },

  async project(store, { organization }, special) {
    const row = newProjectRow({ organizationId: organization.id, ...special })
    const inserted = await store.write((tx) => tx.projects.insert(row))
    const wrote = { ...row, id: inserted.id }
    const read = await store.write(async (tx) => [
      inserted,
      await tx.projects.find(wrote.id),
      await tx.projects.findByApiToken(wrote.apiToken),
      await tx.projects.findBySecretApiToken(wrote.secretApiToken),
      await tx.projects.findByName(organization.id, wrote.name),
      (await tx.projects.list([organization.id], ALL)).items[1],
      await tx.projects.lock(wrote.id),
    ])
    return { wrote, read }
  },

  async user(store, _, special) {
    const row = newUserRow(special)
    const inserted = await store.write((tx) => tx.users.insert(row))
    const wrote = { ...row, id: inserted.id }
    const read = await store.read(async (tx) => [
      inserted,
      await tx.users.find(wrote.id),
      await tx.users.findByUuid(wrote.uuid),
      await tx.users.findByEmail(wrote.email),
    ])
    return { wrote, read }
  },

  async membership(store, { organization }, special) {
    const user = await seedUser(store)
    const wrote = newMembershipRow({ organizationId: organization.id, user, ...special })
    await store.write((tx) => tx.memberships.insert(wrote))
    const read = await store.read(async (tx) => [
      await tx.memberships.find(organization.id, user.id),
      (await tx.memberships.list(organization.id, ALL)).items.find(({ id }) => id === wrote.id),
      (await tx.memberships.ofUser(user.id))[0],
    ])
    return { wrote, read }
  },

  async personalApiKey(store, { user }, special) {
    const wrote = newPersonalApiKeyRow({ user, ...special })
    await store.write((tx) => tx.personalApiKeys.insert(wrote))
    const read = await store.read(async (tx) => [
      await tx.personalApiKeys.findBySecureValue(wrote.secureValue),
      await tx.personalApiKeys.find(user.id, wrote.id),
      (await tx.personalApiKeys.list(user.id))[0],
    ])
    return { wrote, read }
  },

  async invitation(store, { organization }, special) {
    const wrote = newInvitationRow({ organizationId: organization.id, ...special })
    await store.write((tx) => tx.invitations.insert(wrote))
    const read = await store.read(async (tx) => [
      await tx.invitations.findBySecureToken(wrote.secureToken),
      wrote.acceptedAt === null ? await tx.invitations.findOpen(organization.id, wrote.id) : wrote,
      wrote.acceptedAt === null ? (await tx.invitations.listOpen(organization.id, ALL)).items[0] : wrote,
    ])
    return { wrote, read }
  },

  async session(store, { user }, special) {
    const wrote = newSessionRow({ user, ...special })
    await store.write((tx) => tx.sessions.insert(wrote))
    const read = await store.read(async (tx) => [
      await tx.sessions.findBySecureValue(wrote.secureValue),
      (await tx.sessions.list(user.id))[0],
    ])
    return { wrote, read }
  },

  async signInLink(store, { user }, special) {
    const wrote = newSignInLinkRow({ user, ...special })
    await store.write((tx) => tx.signInLinks.insert(wrote))
    return { wrote, read: [await store.read((tx) => tx.signInLinks.findBySecureToken(wrote.secureToken))] }
  },

  async openIdAccount(store, { user }, special) {
    const wrote = newOpenIdAccountRow({ user, ...special })
    await store.write((tx) => tx.openIdAccounts.insert(wrote))
    const read = await store.read(async (tx) => [
      await tx.openIdAccounts.find(wrote.issuer, wrote.subject),
      (await tx.openIdAccounts.ofUser(user.id))[0],
    ])
    return { wrote, read }
  },

  async role(store, { organization, user }, special) {
    const wrote = newRoleRow({ organizationId: organization.id, ...special })
    const membership = newRoleMembershipRow({ roleId: wrote.id, user })
    await store.write(async (tx) => {
      await tx.roles.insert(wrote)
      await tx.roleMemberships.insert(organization.id, membership)
    })
    const read = await store.read(async (tx) => [
      withoutDetails(await tx.roles.find(organization.id, wrote.id)),
      await tx.roles.findByName(organization.id, wrote.name),
      withoutDetails((await tx.roles.list(organization.id, ALL)).items[0]),
      (await tx.roles.ofUser(organization.id, user.id))[0],
    ])
    return { wrote, read }
  },

  async roleMembership(store, { organization, user }, special) {
    const { id: roleId } = await seedRole(store, { organizationId: organization.id })
    const wrote = newRoleMembershipRow({ roleId, user, ...special })
    await store.write((tx) => tx.roleMemberships.insert(organization.id, wrote))
    const read = await store.read(async (tx) => [
      await tx.roleMemberships.find(organization.id, roleId, wrote.id),
      (await tx.roleMemberships.list(organization.id, roleId, ALL)).items[0],
      (await tx.roles.find(organization.id, roleId))?.members[0],
      (await tx.roles.list(organization.id, ALL)).items[0]?.members[0],
    ])
    return { wrote, read }
  },

  async flag(store, { project }, special) {
    const row = newFlagRow({ projectId: project.id, ...special })
    const inserted = await store.write((tx) => tx.flags.insert(row, newFlagIndex(row)))
    const wrote = { ...row, id: inserted.id }
    const updated = await updatedTo(store, project.id, row)
    const query = { order: { field: 'id', descending: false } } as const
    const read = await store.read(async (tx) => [
      inserted,
      await tx.flags.find(project.id, wrote.id),
      await tx.flags.findLiveByKey(project.id, wrote.key),
      (await tx.flags.findAllByKey(project.id, wrote.key))[0],
      (await tx.flags.list(project.id, query, ALL)).items[0],
      (await tx.flags.changedSince(project.id, 0))[0],
      { ...(await tx.flags.find(project.id, updated)), ...notUpdated(wrote) },
    ])
    return { wrote, read }
  },

  async flagRoleAccess(store, { organization, project }, special) {
    const { id: flagId } = await seedFlag(store, { projectId: project.id })
    const { id: roleId } = await seedRole(store, { organizationId: organization.id })
    const row = newFlagRoleAccessRow({ flagId, roleId, ...special })
    const inserted = await store.write((tx) => tx.flagRoleAccess.insert(project.id, row))
    const wrote = { ...row, id: inserted.id }
    const read = await store.read(async (tx) => [
      inserted,
      await tx.flagRoleAccess.find(project.id, flagId, wrote.id),
      (await tx.flagRoleAccess.list(project.id, flagId, ALL)).items[0],
    ])
    return { wrote, read }
  },

  async activity(store, { project, user }, special) {
    const row = newActivityRow({ projectId: project.id, userId: user.id, ...special })
    await store.write((tx) => tx.activity.append(row))
    const { userId, ...entry } = row
    const wrote = { ...entry, user: userId === null ? null : { firstName: user.firstName, email: user.email } }
    const { scope, itemId } = row
    const read = await store.read(async (tx) => [
      (await tx.activity.list(project.id, { scope }, ALL)).items[0],
      (await tx.activity.list(project.id, { scope, itemId }, ALL)).items[0],
    ])
    return { wrote, read }
  },

  async organizationActivity(store, { organization, user }, special) {
    const row = newOrganizationActivityRow({ organizationId: organization.id, userId: user.id, ...special })
    await store.write((tx) => tx.organizationActivity.append(row))
    const { userId, ...entry } = row
    const wrote = { ...entry, user: userId === null ? null : { firstName: user.firstName, email: user.email } }
    const { items } = await store.read((tx) => tx.organizationActivity.list(organization.id, {}, ALL))
    return { wrote, read: [items[0]] }
  },

  async cohort(store, { project }, special) {
    const row = newCohortRow({ projectId: project.id, ...special })
    const [inserted, other] = await store.write(async (tx) => [
      await tx.cohorts.insert(row, newCohortIndex('searched')),
      await tx.cohorts.insert(newCohortRow({ ...BUSY_COHORT, projectId: project.id }), newCohortIndex('other')),
    ])
    const wrote = { ...row, id: inserted.id, memberCount: row.isStatic ? 0 : null }
    await store.write((tx) => tx.cohorts.update({ ...wrote, id: other.id }, newCohortIndex('updated')))
    const updated = { id: wrote.id, createdBy: wrote.createdBy }
    const read = await store.read(async (tx) => [
      inserted,
      await tx.cohorts.find(project.id, wrote.id),
      (await tx.cohorts.list(project.id, { search: 'searched', deleted: wrote.deleted }, ALL)).items[0],
      (await tx.cohorts.changedSince(project.id, 0))[0],
      { ...(await tx.cohorts.find(project.id, other.id)), ...updated },
    ])
    return { wrote, read }
  },

  async person(store, { project }, special) {
    const wrote = newPersonRow({ projectId: project.id, ...special })
    await store.write((tx) => tx.persons.save(wrote))
    const read = await store.write(async (tx) => [
      await tx.persons.find(project.id, wrote.distinctId),
      await tx.persons.lock(project.id, wrote.distinctId),
      (await tx.persons.list(project.id, '', ALL)).items[0],
      (await tx.persons.list(project.id, wrote.distinctId, ALL)).items[0],
    ])
    await store.write((tx) => tx.persons.save({ ...wrote, properties: { busy: true }, updatedAt: BUILT_AT }))
    await store.write((tx) => tx.persons.save(wrote))
    const saved = await store.read((tx) => tx.persons.after(project.id, '', 1))
    return { wrote, read: [...read, wrote.distinctId === '' ? wrote : saved[0]] }
  },

  async group(store, { project }, special) {
    const wrote = newGroupRow({ projectId: project.id, ...special })
    const { groupTypeIndex: type, key } = wrote
    await store.write((tx) => tx.groups.save(wrote))
    const read = await store.write(async (tx) => [
      await tx.groups.find(project.id, type, key),
      await tx.groups.lock(project.id, type, key),
      (await tx.groups.list(project.id, type, '', ALL)).items[0],
      (await tx.groups.list(project.id, type, key, ALL)).items[0],
    ])
    await store.write((tx) => tx.groups.save({ ...wrote, properties: { busy: true }, updatedAt: BUILT_AT }))
    await store.write((tx) => tx.groups.save(wrote))
    const saved = await store.read((tx) => tx.groups.after(project.id, type, '', 1))
    return { wrote, read: [...read, key === '' ? wrote : saved[0]] }
  },

  ...DASHBOARD_ROUND_TRIPS,
}

/** A cohort with a value in every column that may be empty. */
const BUSY_COHORT: Partial<NewCohort> = { description: 'busy', isStatic: false, properties: { busy: true } }

function withoutDetails(role: (Role & { readonly members?: unknown; readonly associatedFlags?: unknown }) | undefined) {
  if (!role) return role
  const { members: _members, associatedFlags: _flags, ...rest } = role
  return rest
}

/** Returns the columns of a flag that an update to the same values does not change. */
function notUpdated({
  id,
  key,
  createdBy,
  lastCalledAt,
}: Flag): Pick<Flag, 'id' | 'key' | 'createdBy' | 'lastCalledAt'> {
  return { id, key, createdBy, lastCalledAt }
}

/** Changes another flag to the same values, and returns its id: an update must store the same values as an insert. */
async function updatedTo(store: Store, projectId: number, row: NewFlag): Promise<number> {
  const user = await seedUser(store)
  return store.write(async (tx) => {
    const { id, key, version } = await insertFlag(tx, { projectId, ...exampleFlag(), lastModifiedBy: user })
    const changed = { ...row, id, key: `${key}-updated` }
    await tx.flags.update(changed, newFlagIndex(changed), version)
    return id
  })
}

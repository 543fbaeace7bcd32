import {
  newCohortIndex,
  newFlagIndex,
  newFlagRoleAccessRow,
  newRoleMembershipRow,
  newUserRow,
  type SeededTenant,
} from '@flagdeck/core/fixtures'
import type { ActivityItem, Transaction } from '@flagdeck/core/store'
import { DASHBOARD_TENANT_CALLS } from './dashboard-tenant-calls.ts'
import type { FullTenant } from './full-tenant.ts'
import { USAGE_TENANT_CALLS } from './usage-tenant-calls.ts'

const ALL = { limit: 1000, offset: 0 }
const LATER = '2027-01-01T00:00:00.000000Z'

/** Reads or changes a row of `own` as the tenant `as`, and returns the result. */
export type TenantCall = (tx: Transaction, own: FullTenant, as: SeededTenant) => Promise<unknown>

/**
 * A call of each method of the port, or the reason why it has no tenant. A new method without an entry does not
 * compile.
 */
export type TenantCalls = {
  readonly [Table in keyof Transaction]: { readonly [Method in keyof Transaction[Table]]: TenantCall | string }
}

const NAMES_THE_TENANT = 'it is given the tenant itself and nothing inside it'
const FINDS_THE_TENANT = 'it is what finds the tenant of a credential'
const HAS_NO_TENANT = 'users belong to no tenant'
const IS_SHARED = 'all tenants of a database share the encryption key'
const OPENS_NOTHING = 'a value that opens nothing any more belongs to no tenant'
const MAKES_A_ROW = 'it makes a row of the tenant that the row names'

export const TENANT_CALLS: TenantCalls = {
  organizations: {
    find: NAMES_THE_TENANT,
    findByName: NAMES_THE_TENANT,
    findBySlug: NAMES_THE_TENANT,
    list: 'it lists the tenants themselves',
    any: 'it says whether there is any tenant',
    lock: NAMES_THE_TENANT,
    insert: MAKES_A_ROW,
    update: NAMES_THE_TENANT,
  },
  projects: {
    find: NAMES_THE_TENANT,
    findByApiToken: FINDS_THE_TENANT,
    findBySecretApiToken: FINDS_THE_TENANT,
    findByName: (tx, own, as) => tx.projects.findByName(as.organization.id, own.project.name),
    findTagged: NAMES_THE_TENANT,
    findRaised: NAMES_THE_TENANT,
    first: 'it says which tenant was there first',
    async list(tx, own, as) {
      const { items } = await tx.projects.list([as.organization.id], ALL)
      return items.filter(({ id }) => id === own.project.id)
    },
    versions: NAMES_THE_TENANT,
    liveTotals: (tx, _, as) => tx.projects.liveTotals(as.project.id),
    listAbove: 'it lists ids of projects for operators of the installation',
    lock: NAMES_THE_TENANT,
    insert: MAKES_A_ROW,
    update: (tx, own, as) =>
      tx.projects.update({ ...own.project, organizationId: as.organization.id, timezone: 'Asia/Tokyo' }),
    raiseVersion: NAMES_THE_TENANT,
    tagVersion: NAMES_THE_TENANT,
  },
  users: {
    find: HAS_NO_TENANT,
    findByUuid: HAS_NO_TENANT,
    lock: HAS_NO_TENANT,
    findByEmail: HAS_NO_TENANT,
    lastSeen: HAS_NO_TENANT,
    insert: HAS_NO_TENANT,
    touch: HAS_NO_TENANT,
    update: HAS_NO_TENANT,
  },
  memberships: {
    find: (tx, own, as) => tx.memberships.find(as.organization.id, own.user.id),
    async list(tx, own, as) {
      const { items } = await tx.memberships.list(as.organization.id, ALL)
      return items.filter(({ id }) => id === own.membership.id)
    },
    async ofUser(tx, own, as) {
      return (await tx.memberships.ofUser(as.user.id)).filter(({ id }) => id === own.membership.id)
    },
    countAt: 'it counts the members of the tenant that it is given',
    insert: MAKES_A_ROW,
    update: (tx, own, as) =>
      tx.memberships.update({ ...own.membership, organizationId: as.organization.id, level: 15 }),
    delete: (tx, own, as) => tx.memberships.delete(as.organization.id, own.user.id),
  },
  invitations: {
    findBySecureToken: FINDS_THE_TENANT,
    findOpen: (tx, own, as) => tx.invitations.findOpen(as.organization.id, own.invitation.id),
    listOpen: (tx, _, as) => tx.invitations.listOpen(as.organization.id, ALL),
    insert: MAKES_A_ROW,
    accept: (tx, own, as) => tx.invitations.accept(as.organization.id, own.invitation.id, own.invitation.expiresAt),
    withdraw: (tx, own, as) => tx.invitations.withdraw(as.organization.id, own.invitation.id),
    withdrawTo: (tx, own, as) => tx.invitations.withdrawTo(as.organization.id, own.invitation.email),
    withdrawOf: (tx, own, as) => tx.invitations.withdrawOf(as.organization.id, own.user.id),
  },
  personalApiKeys: {
    findBySecureValue: FINDS_THE_TENANT,
    find: (tx, own, as) => tx.personalApiKeys.find(as.user.id, own.key.id),
    update: (tx, own, as) => tx.personalApiKeys.update({ ...own.key, user: as.user, label: 'changed' }),
    list: (tx, _, as) => tx.personalApiKeys.list(as.user.id),
    insert: MAKES_A_ROW,
    // The cast is correct: the text has the form of a timestamp.
    touch: (tx, own, as) => tx.personalApiKeys.touch(as.user.id, own.key.id, LATER as typeof own.key.createdAt),
    delete: (tx, own, as) => tx.personalApiKeys.delete(as.user.id, own.key.id),
    isRetired: OPENS_NOTHING,
    retire: OPENS_NOTHING,
  },
  sessions: {
    findBySecureValue: FINDS_THE_TENANT,
    list: (tx, _, as) => tx.sessions.list(as.user.id),
    insert: MAKES_A_ROW,
    // The casts are correct: the text has the form of a timestamp.
    touch: (tx, own, as) =>
      tx.sessions.touch(as.user.id, own.session.id, {
        lastUsedAt: LATER as typeof own.session.lastUsedAt,
        expiresAt: LATER as typeof own.session.expiresAt,
      }),
    delete: (tx, own, as) => tx.sessions.delete(as.user.id, own.session.id),
    deleteOfUser: (tx, _, as) => tx.sessions.deleteOfUser(as.user.id, null),
  },
  signInLinks: {
    findBySecureToken: FINDS_THE_TENANT,
    insert: MAKES_A_ROW,
    use: (tx, own, as) => tx.signInLinks.use(as.user.id, own.signInLink.id, own.signInLink.createdAt),
    deleteMadeBefore: (tx, own, as) =>
      tx.signInLinks.deleteMadeBefore(as.user.id, LATER as typeof own.session.lastUsedAt),
  },
  passwords: {
    any: HAS_NO_TENANT,
    find: HAS_NO_TENANT,
    networks: HAS_NO_TENANT,
    set: HAS_NO_TENANT,
    setNetworks: HAS_NO_TENANT,
    delete: HAS_NO_TENANT,
  },
  openIdAccounts: {
    find: FINDS_THE_TENANT,
    ofUser: (tx, _, as) => tx.openIdAccounts.ofUser(as.user.id),
    insert: MAKES_A_ROW,
    deleteOfUser: (tx, _, as) => tx.openIdAccounts.deleteOfUser(as.user.id),
  },
  encryptionCheck: {
    find: IS_SHARED,
    set: IS_SHARED,
  },
  roles: {
    find: (tx, own, as) => tx.roles.find(as.organization.id, own.role.id),
    findByName: (tx, own, as) => tx.roles.findByName(as.organization.id, own.role.name),
    list: (tx, _, as) => tx.roles.list(as.organization.id, ALL),
    ofUser: (tx, own, as) => tx.roles.ofUser(as.organization.id, own.user.id),
    insert: MAKES_A_ROW,
    update: (tx, own, as) => tx.roles.update({ ...own.role, organizationId: as.organization.id, name: 'renamed' }),
    delete: (tx, own, as) => tx.roles.delete(as.organization.id, own.role.id),
  },
  roleMemberships: {
    find: (tx, own, as) => tx.roleMemberships.find(as.organization.id, own.role.id, own.roleMembership.id),
    list: (tx, own, as) => tx.roleMemberships.list(as.organization.id, own.role.id, ALL),
    async insert(tx, own, as) {
      const user = await tx.users.insert(newUserRow())
      await tx.roleMemberships.insert(as.organization.id, newRoleMembershipRow({ roleId: own.role.id, user }))
    },
    delete: (tx, own, as) => tx.roleMemberships.delete(as.organization.id, own.role.id, own.roleMembership.id),
    deleteOfUser: (tx, own, as) => tx.roleMemberships.deleteOfUser(as.organization.id, own.user.id),
  },
  flags: {
    find: (tx, own, as) => tx.flags.find(as.project.id, own.flag.id),
    findLiveByKey: (tx, own, as) => tx.flags.findLiveByKey(as.project.id, own.flag.key),
    findAllByKey: (tx, own, as) => tx.flags.findAllByKey(as.project.id, own.flag.key),
    findAllByKeys: (tx, own, as) => tx.flags.findAllByKeys(as.project.id, [own.flag.key]),
    listLiveAfter: (tx, _, as) => tx.flags.listLiveAfter(as.project.id, '', 1000),
    listLiveKeysAfter: (tx, _, as) => tx.flags.listLiveKeysAfter(as.project.id, '', 1000),
    list: (tx, _, as) => tx.flags.list(as.project.id, { order: { field: 'id', descending: false } }, ALL),
    listEncrypted: 'the rotation of the encryption key reads all tenants',
    listOnCohorts: (tx, _, as) => tx.flags.listOnCohorts(as.project.id),
    listLive: (tx, _, as) => tx.flags.listLive(as.project.id),
    changedSince: (tx, _, as) => tx.flags.changedSince(as.project.id, 0),
    listUsageKeys: (tx, own, as) => tx.flags.listUsageKeys(as.project.id, [own.flag.key, own.flag.usageKey ?? '']),
    insert: MAKES_A_ROW,
    async update(tx, own, as) {
      const changed = { ...own.flag, projectId: as.project.id, key: 'changed', version: own.flag.version + 1 }
      return tx.flags.update(changed, newFlagIndex(changed), own.flag.version)
    },
    reserveId: 'a number is nobody’s',
    reserveIds: 'a number is nobody’s',
    async replace(tx, own, as) {
      const changed = { ...own.flag, projectId: as.project.id, key: 'changed', version: own.flag.version + 1 }
      await tx.flags.replace(changed, newFlagIndex(changed), own.flag.version)
    },
  },
  flagDependencies: {
    list: (tx, _, as) => tx.flagDependencies.list(as.project.id),
    replace: (tx, own, as) => tx.flagDependencies.replace(as.project.id, own.flag.id, []),
  },
  flagRoleAccess: {
    find: (tx, own, as) => tx.flagRoleAccess.find(as.project.id, own.flag.id, own.access.id),
    list: (tx, own, as) => tx.flagRoleAccess.list(as.project.id, own.flag.id, ALL),
    flagsOpenTo: (tx, own, as) => tx.flagRoleAccess.flagsOpenTo(as.project.id, [own.flag.id], [own.role.id]),
    insert: (tx, own, as) =>
      tx.flagRoleAccess.insert(as.project.id, newFlagRoleAccessRow({ flagId: own.base.id, roleId: own.role.id })),
    delete: (tx, own, as) => tx.flagRoleAccess.delete(as.project.id, own.flag.id, own.access.id),
  },
  cohorts: {
    find: (tx, own, as) => tx.cohorts.find(as.project.id, own.cohort.id),
    listNames: (tx, own, as) => tx.cohorts.listNames(as.project.id, [own.cohort.id]),
    list: (tx, _, as) => tx.cohorts.list(as.project.id, {}, ALL),
    listLive: (tx, _, as) => tx.cohorts.listLive(as.project.id),
    changedSince: (tx, _, as) => tx.cohorts.changedSince(as.project.id, 0),
    insert: MAKES_A_ROW,
    update: (tx, own, as) =>
      tx.cohorts.update({ ...own.cohort, projectId: as.project.id, name: 'changed' }, newCohortIndex('changed')),
  },
  cohortMembers: {
    list: (tx, own, as) => tx.cohortMembers.list(as.project.id, own.cohort.id, ALL),
    cohortsOf: (tx, own, as) => tx.cohortMembers.cohortsOf(as.project.id, own.person.distinctId, [own.cohort.id]),
    cohortsOfEach: (tx, own, as) =>
      tx.cohortMembers.cohortsOfEach(as.project.id, [own.person.distinctId], [own.cohort.id]),
    add: (tx, own, as) => tx.cohortMembers.add(as.project.id, own.cohort.id, ['newcomer']),
    remove: (tx, own, as) => tx.cohortMembers.remove(as.project.id, own.cohort.id, own.person.distinctId),
    removeFromAll: (tx, own, as) => tx.cohortMembers.removeFromAll(as.project.id, own.person.distinctId),
  },
  persons: {
    find: (tx, own, as) => tx.persons.find(as.project.id, own.person.distinctId),
    list: (tx, _, as) => tx.persons.list(as.project.id, '', ALL),
    afterByEmail: (tx, own, as) =>
      tx.persons.afterByEmail(as.project.id, String(own.person.properties.email), '', 1000),
    idsByEmail: (tx, own, as) => tx.persons.idsByEmail(as.project.id, [String(own.person.properties.email)], 1000),
    idsAfter: (tx, _, as) => tx.persons.idsAfter(as.project.id, '', 1000),
    countByEmail: async (tx, own, as) =>
      (await tx.persons.countByEmail(as.project.id, String(own.person.properties.email), 10)) || undefined,
    after: (tx, _, as) => tx.persons.after(as.project.id, '', 1000),
    measureAfter: async (tx, _, as) => undefinedIfNone(await tx.persons.measureAfter(as.project.id, '', 1000)),
    lock: (tx, own, as) => tx.persons.lock(as.project.id, own.person.distinctId),
    save: (tx, own, as) => tx.persons.save({ ...own.person, projectId: as.project.id, properties: { changed: true } }),
    delete: (tx, own, as) => tx.persons.delete(as.project.id, own.person.distinctId),
  },
  groups: {
    find: (tx, own, as) => tx.groups.find(as.project.id, own.group.groupTypeIndex, own.group.key),
    list: (tx, own, as) => tx.groups.list(as.project.id, own.group.groupTypeIndex, '', ALL),
    after: (tx, own, as) => tx.groups.after(as.project.id, own.group.groupTypeIndex, '', 1000),
    measureAfter: async (tx, own, as) =>
      undefinedIfNone(await tx.groups.measureAfter(as.project.id, own.group.groupTypeIndex, '', 1000)),
    lock: (tx, own, as) => tx.groups.lock(as.project.id, own.group.groupTypeIndex, own.group.key),
    save: (tx, own, as) => tx.groups.save({ ...own.group, projectId: as.project.id, properties: { changed: true } }),
    delete: (tx, own, as) => tx.groups.delete(as.project.id, own.group.groupTypeIndex, own.group.key),
    deleteSome: (tx, own, as) => tx.groups.deleteSome(as.project.id, own.group.groupTypeIndex, 1000),
  },
  hashKeyOverrides: {
    list: (tx, own, as) => tx.hashKeyOverrides.list(as.project.id, own.person.distinctId),
    listOfEach: (tx, own, as) => tx.hashKeyOverrides.listOfEach(as.project.id, [own.person.distinctId]),
    add: (tx, own, as) =>
      tx.hashKeyOverrides.add(as.project.id, own.person.distinctId, [{ flagKey: 'another', hashKey: 'anonymous' }]),
    delete: (tx, own, as) => tx.hashKeyOverrides.delete(as.project.id, own.person.distinctId),
  },
  projectSizes: {
    find: (tx, _, as) => tx.projectSizes.find(as.project.id),
    largest: 'it compares all tenants, for the operator',
    add: MAKES_A_ROW,
    claimMeasurement: NAMES_THE_TENANT,
  },
  idempotencyKeys: {
    lock: (tx, { idempotencyKey }, as) =>
      tx.idempotencyKeys.lock(as.organization.id, idempotencyKey.scope, idempotencyKey.key),
    save: MAKES_A_ROW,
    deleteBefore: 'it removes what is old, whoever has it',
  },
  ...DASHBOARD_TENANT_CALLS,
  ...USAGE_TENANT_CALLS,
  activity: {
    list: (tx, own, as) => tx.activity.list(as.project.id, historyOf(own), ALL),
    listMixed: (tx, _, as) => tx.activity.listMixed(as.project.id, { scopes: ['FeatureFlag'] }, ALL),
    listAfter: (tx, _, as) => tx.activity.listAfter(as.project.id, 'FeatureFlag', 0, 1000),
    listNewest: (tx, _, as) => tx.activity.listNewest(as.project.id, { before: 1_000_000 }, 1000),
    findRange: (tx, _, as) => tx.activity.findRange(as.project.id, {}),
    listVersions: (tx, own, as) => tx.activity.listVersions(as.project.id, historyOf(own), ALL),
    findVersion: (tx, own, as) => tx.activity.findVersion(as.project.id, historyOf(own), 2),
    stepsAfter: (tx, own, as) =>
      tx.activity.stepsAfter(as.project.id, 'FeatureFlag', [{ ...historyOf(own), version: 1 }]),
    hasGapAfter: (tx, own, as) => tx.activity.hasGapAfter(as.project.id, historyOf(own), 0, null),
    walkOf: (tx, own, as) => tx.activity.walkOf(as.project.id, historyOf(own)),
    append: MAKES_A_ROW,
  },
  organizationActivity: {
    list: (tx, _, as) => tx.organizationActivity.list(as.organization.id, {}, ALL),
    append: MAKES_A_ROW,
  },
}

function undefinedIfNone<Measured extends { readonly rows: number }>(measured: Measured): Measured | undefined {
  return measured.rows === 0 ? undefined : measured
}

function historyOf({ flag }: FullTenant): ActivityItem {
  return { scope: 'FeatureFlag', itemId: String(flag.id) }
}

import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { Cohort } from '../records/cohort.ts'
import type { Flag } from '../records/flag.ts'
import type { FlagIndex } from '../records/flag-query.ts'
import type { FlagRoleAccess } from '../records/flag-role-access.ts'
import type { IdempotencyKey } from '../records/idempotency-key.ts'
import type { Invitation } from '../records/invitation.ts'
import type { LiveTotals } from '../records/live-totals.ts'
import type { Membership } from '../records/membership.ts'
import type { OpenIdAccount } from '../records/openid-account.ts'
import type { Organization } from '../records/organization.ts'
import type { NewOrganizationActivity } from '../records/organization-activity.ts'
import type { Group, Person } from '../records/person.ts'
import type { PersonalApiKey } from '../records/personal-api-key.ts'
import type { Project } from '../records/project.ts'
import type { ProjectSize } from '../records/project-size.ts'
import type { Role, RoleMembership } from '../records/role.ts'
import type { Session, SignInLink } from '../records/session.ts'
import type { User } from '../records/user.ts'
import type { HashKeyOverride } from '../tables/hash-key-override-table.ts'
import { type DashboardRows, emptyDashboardRows, forkDashboardRows } from './dashboard-rows.ts'
import { type RowSchema, RowSet } from './row-set.ts'
import { SortedRows } from './sorted-rows.ts'
import { emptyUsageRows, forkUsageRows, type UsageRows } from './usage-rows.ts'

/** A row that references its user by id. As in a database, the name is joined when the row is read. */
export type OfUser<Row extends { readonly user: User }> = Omit<Row, 'user'> & { readonly userId: number }

export type MembershipRow = OfUser<Membership>
export type InvitationRow = Omit<Invitation, 'createdBy'> & { readonly createdById: number | null }
export type PersonalApiKeyRow = OfUser<PersonalApiKey>

/** The hash of a permanently deleted key. */
export interface RetiredKeyRow {
  readonly secureValue: string
  readonly retiredAt: Timestamp
}

export type SessionRow = OfUser<Session>
export type SignInLinkRow = OfUser<SignInLink>
export type OpenIdAccountRow = OfUser<OpenIdAccount>
export type RoleRow = Omit<Role, 'createdBy'> & { readonly createdById: number | null }
export type RoleMembershipRow = OfUser<RoleMembership>

export interface EncryptionCheckRow {
  readonly id: number
  readonly sealed: string
}

export interface SeenUserRow {
  readonly userId: number
  readonly lastSeenAt: Timestamp
}

export interface PasswordRow {
  readonly userId: number
  readonly hash: string
  readonly networks: readonly string[]
}

export interface FlagRow {
  readonly flag: Omit<Flag, 'createdBy' | 'lastModifiedBy'>
  readonly createdById: number | null
  readonly lastModifiedById: number | null
  /** The row's contribution to the totals of its project. Computed once per write, because measuring takes time. */
  readonly totals: LiveTotals
  readonly index: FlagIndex
}

export interface FlagDependenciesRow {
  readonly flagId: number
  readonly projectId: number
  readonly dependsOnFlagIds: readonly number[]
}

export type CohortRow = Omit<Cohort, 'createdBy' | 'memberCount'> & {
  readonly createdById: number | null
  readonly nameLower: string
  /** The row's contribution to the totals of its project. */
  readonly totals: LiveTotals
}

export interface CohortMemberRow {
  readonly projectId: number
  readonly cohortId: number
  readonly distinctId: string
}

export interface HashKeyOverridesRow {
  readonly projectId: number
  readonly distinctId: string
  readonly overrides: readonly HashKeyOverride[]
}

/** `seq` is the order of writing. */
export type OrganizationActivityRow = NewOrganizationActivity & { readonly seq: number }

export interface ProjectVersionRow {
  readonly projectId: number
  readonly version: number
  readonly tag: string
}

/** Every table except the activity of projects, as one transaction sees them. */
export interface MemoryState extends DashboardRows, UsageRows {
  readonly organizations: RowSet<string, Organization>
  readonly projects: RowSet<number, Project, 'organization'>
  readonly projectVersions: SortedRows<ProjectVersionRow>
  readonly users: RowSet<number, User, 'uuid'>
  readonly seenUsers: RowSet<number, SeenUserRow>
  readonly memberships: RowSet<string, MembershipRow, 'organization' | 'user'>
  readonly invitations: RowSet<string, InvitationRow, 'organization'>
  readonly personalApiKeys: RowSet<string, PersonalApiKeyRow, 'user'>
  readonly retiredKeys: SortedRows<RetiredKeyRow>
  readonly sessions: RowSet<string, SessionRow, 'user'>
  readonly signInLinks: RowSet<string, SignInLinkRow, 'user'>
  readonly passwords: RowSet<number, PasswordRow>
  readonly openIdAccounts: RowSet<string, OpenIdAccountRow, 'user'>
  readonly encryptionCheck: RowSet<number, EncryptionCheckRow>
  readonly roles: RowSet<string, RoleRow, 'organization'>
  readonly roleMemberships: RowSet<string, RoleMembershipRow, 'role' | 'user'>
  readonly flags: RowSet<number, FlagRow, 'project'>
  readonly flagDependencies: RowSet<number, FlagDependenciesRow, 'project'>
  readonly flagRoleAccess: RowSet<number, FlagRoleAccess, 'flag' | 'role'>
  readonly cohorts: RowSet<number, CohortRow, 'project'>
  readonly cohortMembers: SortedRows<CohortMemberRow>
  readonly persons: SortedRows<Person>
  readonly groups: SortedRows<Group>
  readonly hashKeyOverrides: SortedRows<HashKeyOverridesRow>
  readonly projectSizes: SortedRows<ProjectSize>
  readonly idempotencyKeys: SortedRows<IdempotencyKey>
  readonly organizationActivity: RowSet<number, OrganizationActivityRow, 'organization'>
}

export function emptyState(): MemoryState {
  return {
    organizations: new RowSet(ORGANIZATIONS),
    projects: new RowSet(PROJECTS),
    projectVersions: new SortedRows((row) => pairOf(row.projectId, row.version)),
    users: new RowSet(USERS),
    seenUsers: new RowSet(SEEN_USERS),
    memberships: new RowSet(MEMBERSHIPS),
    invitations: new RowSet(INVITATIONS),
    personalApiKeys: new RowSet(PERSONAL_API_KEYS),
    retiredKeys: new SortedRows((row) => row.secureValue),
    sessions: new RowSet(SESSIONS),
    signInLinks: new RowSet(SIGN_IN_LINKS),
    passwords: new RowSet(PASSWORDS),
    openIdAccounts: new RowSet(OPENID_ACCOUNTS),
    encryptionCheck: new RowSet(ENCRYPTION_CHECK),
    roles: new RowSet(ROLES),
    roleMemberships: new RowSet(ROLE_MEMBERSHIPS),
    flags: new RowSet(FLAGS),
    flagDependencies: new RowSet(FLAG_DEPENDENCIES),
    flagRoleAccess: new RowSet(FLAG_ROLE_ACCESS),
    cohorts: new RowSet(COHORTS),
    cohortMembers: new SortedRows((row) => memberKey(row.projectId, row.cohortId, row.distinctId)),
    persons: new SortedRows((row) => pairOf(row.projectId, row.distinctId)),
    groups: new SortedRows((row) => groupKey(row.projectId, row.groupTypeIndex, row.key)),
    hashKeyOverrides: new SortedRows((row) => pairOf(row.projectId, row.distinctId)),
    projectSizes: new SortedRows((row) => String(row.projectId)),
    idempotencyKeys: new SortedRows<IdempotencyKey>(idempotencyKeyPlace),
    organizationActivity: new RowSet(ORGANIZATION_ACTIVITY),
    ...emptyDashboardRows(),
    ...emptyUsageRows(),
  }
}

/** Returns a fork of the state: changes of it do not affect this one. A fork is free until a table is changed. */
export function forkState(state: MemoryState): MemoryState {
  return {
    organizations: state.organizations.fork(),
    projects: state.projects.fork(),
    projectVersions: state.projectVersions.fork(),
    users: state.users.fork(),
    seenUsers: state.seenUsers.fork(),
    memberships: state.memberships.fork(),
    invitations: state.invitations.fork(),
    personalApiKeys: state.personalApiKeys.fork(),
    retiredKeys: state.retiredKeys.fork(),
    sessions: state.sessions.fork(),
    signInLinks: state.signInLinks.fork(),
    passwords: state.passwords.fork(),
    openIdAccounts: state.openIdAccounts.fork(),
    encryptionCheck: state.encryptionCheck.fork(),
    roles: state.roles.fork(),
    roleMemberships: state.roleMemberships.fork(),
    flags: state.flags.fork(),
    flagDependencies: state.flagDependencies.fork(),
    flagRoleAccess: state.flagRoleAccess.fork(),
    cohorts: state.cohorts.fork(),
    cohortMembers: state.cohortMembers.fork(),
    persons: state.persons.fork(),
    groups: state.groups.fork(),
    hashKeyOverrides: state.hashKeyOverrides.fork(),
    projectSizes: state.projectSizes.fork(),
    idempotencyKeys: state.idempotencyKeys.fork(),
    organizationActivity: state.organizationActivity.fork(),
    ...forkDashboardRows(state),
    ...forkUsageRows(state),
  }
}

/** Joins two values into one. The first is an id, which contains no slash. */
export function pairOf(id: string | number, value: string | number): string {
  return `${id}/${value}`
}

/** Returns a key that sorts the members of one cohort together, by distinct id. */
export function memberKey(projectId: number, cohortId: number, distinctId: string): string {
  return `${projectId}/${cohortId}/${distinctId}`
}

/** Returns a key that sorts the groups of one type together, by key. */
export function groupKey(projectId: number, groupTypeIndex: number, key: string): string {
  return `${projectId}/${groupTypeIndex}/${key}`
}

/** Joins the three values that identify a row, as JSON because scopes and keys may contain any character. */
export function idempotencyKeyPlace(row: Pick<IdempotencyKey, 'organizationId' | 'scope' | 'key'>): string {
  return JSON.stringify([row.organizationId, row.scope, row.key])
}

/** Joins the two values that identify an account, as JSON because both may contain any character. */
export function openIdAccountPlace({ issuer, subject }: Pick<OpenIdAccount, 'issuer' | 'subject'>): string {
  return JSON.stringify([issuer, subject])
}

const ORGANIZATIONS: RowSchema<string, Organization> = {
  name: 'organizations',
  idOf: (row) => row.id,
  unique: { organizations_name: (row) => row.name, organizations_slug: (row) => row.slug ?? undefined },
  listedBy: {},
}

const PROJECTS: RowSchema<number, Project, 'organization'> = {
  name: 'projects',
  idOf: (row) => row.id,
  unique: {
    projects_name: (row) => pairOf(row.organizationId, row.name),
    projects_api_token: (row) => row.apiToken,
    projects_secret_api_token: (row) => row.secretApiToken,
  },
  listedBy: { organization: (row) => row.organizationId },
}

const USERS: RowSchema<number, User, 'uuid'> = {
  name: 'users',
  idOf: (row) => row.id,
  unique: { users_email: (row) => row.email },
  listedBy: { uuid: (row) => row.uuid },
}

const MEMBERSHIPS: RowSchema<string, MembershipRow, 'organization' | 'user'> = {
  name: 'memberships',
  idOf: (row) => row.id,
  unique: { memberships_pair: (row) => pairOf(row.organizationId, row.userId) },
  listedBy: { organization: (row) => row.organizationId, user: (row) => row.userId },
}

const INVITATIONS: RowSchema<string, InvitationRow, 'organization'> = {
  name: 'invitations',
  idOf: (row) => row.id,
  unique: { invitations_secure_token: (row) => row.secureToken },
  listedBy: { organization: (row) => row.organizationId },
}

const ORGANIZATION_ACTIVITY: RowSchema<number, OrganizationActivityRow, 'organization'> = {
  name: 'organizationActivity',
  idOf: (row) => row.seq,
  unique: {},
  listedBy: { organization: (row) => row.organizationId },
}

const PERSONAL_API_KEYS: RowSchema<string, PersonalApiKeyRow, 'user'> = {
  name: 'personalApiKeys',
  idOf: (row) => row.id,
  unique: { personal_api_keys_secure_value: (row) => row.secureValue },
  listedBy: { user: (row) => row.userId },
}

const SESSIONS: RowSchema<string, SessionRow, 'user'> = {
  name: 'sessions',
  idOf: (row) => row.id,
  unique: { sessions_secure_value: (row) => row.secureValue },
  listedBy: { user: (row) => row.userId },
}

const SIGN_IN_LINKS: RowSchema<string, SignInLinkRow, 'user'> = {
  name: 'signInLinks',
  idOf: (row) => row.id,
  unique: { sign_in_links_secure_token: (row) => row.secureToken },
  listedBy: { user: (row) => row.userId },
}

const SEEN_USERS: RowSchema<number, SeenUserRow> = {
  name: 'seenUsers',
  idOf: (row) => row.userId,
  unique: {},
  listedBy: {},
}

const PASSWORDS: RowSchema<number, PasswordRow> = {
  name: 'passwords',
  idOf: (row) => row.userId,
  unique: {},
  listedBy: {},
}

const ENCRYPTION_CHECK: RowSchema<number, EncryptionCheckRow> = {
  name: 'encryptionCheck',
  idOf: (row) => row.id,
  unique: {},
  listedBy: {},
}

const OPENID_ACCOUNTS: RowSchema<string, OpenIdAccountRow, 'user'> = {
  name: 'openIdAccounts',
  idOf: (row) => row.id,
  unique: { openid_accounts_subject: openIdAccountPlace },
  listedBy: { user: (row) => row.userId },
}

const ROLES: RowSchema<string, RoleRow, 'organization'> = {
  name: 'roles',
  idOf: (row) => row.id,
  unique: { roles_name: (row) => pairOf(row.organizationId, row.name.toLowerCase()) },
  listedBy: { organization: (row) => row.organizationId },
}

const ROLE_MEMBERSHIPS: RowSchema<string, RoleMembershipRow, 'role' | 'user'> = {
  name: 'roleMemberships',
  idOf: (row) => row.id,
  unique: { role_memberships_pair: (row) => pairOf(row.roleId, row.userId) },
  listedBy: { role: (row) => row.roleId, user: (row) => row.userId },
}

const FLAGS: RowSchema<number, FlagRow, 'project'> = {
  name: 'flags',
  idOf: (row) => row.flag.id,
  unique: {
    flags_live_key: (row) => (row.flag.deleted ? undefined : pairOf(row.flag.projectId, row.flag.key)),
  },
  listedBy: { project: (row) => row.flag.projectId },
}

const FLAG_DEPENDENCIES: RowSchema<number, FlagDependenciesRow, 'project'> = {
  name: 'flagDependencies',
  idOf: (row) => row.flagId,
  unique: {},
  listedBy: { project: (row) => row.projectId },
}

const FLAG_ROLE_ACCESS: RowSchema<number, FlagRoleAccess, 'flag' | 'role'> = {
  name: 'flagRoleAccess',
  idOf: (row) => row.id,
  unique: { flag_role_access_pair: (row) => pairOf(row.flagId, row.roleId) },
  listedBy: { flag: (row) => row.flagId, role: (row) => row.roleId },
}

const COHORTS: RowSchema<number, CohortRow, 'project'> = {
  name: 'cohorts',
  idOf: (row) => row.id,
  unique: {},
  listedBy: { project: (row) => row.projectId },
}

import type { FlagRoleAccess } from '../../access/flag-role-access.ts'
import type { Role, RoleMembership } from '../../access/role.ts'
import type { Flag } from '../../flags/flag.ts'
import type { FlagIndex } from '../../flags/flag-query.ts'
import type { Membership } from '../../identity/membership.ts'
import type { Organization } from '../../identity/organization.ts'
import type { PersonalApiKey } from '../../identity/personal-api-key.ts'
import type { Project } from '../../identity/project.ts'
import type { User } from '../../identity/user.ts'
import { type RowSchema, RowSet } from './row-set.ts'

/** A row that names its user by id. Names are joined when it is read, as a database would. */
export type OfUser<Row extends { readonly user: User }> = Omit<Row, 'user'> & { readonly userId: number }

export type MembershipRow = OfUser<Membership>
export type PersonalApiKeyRow = OfUser<PersonalApiKey>
export type RoleRow = Omit<Role, 'createdBy'> & { readonly createdById: number | null }
export type RoleMembershipRow = OfUser<RoleMembership>

export interface FlagRow {
  readonly flag: Omit<Flag, 'createdBy' | 'lastModifiedBy'>
  readonly createdById: number | null
  readonly lastModifiedById: number | null
  readonly index: FlagIndex
}

export interface FlagDependenciesRow {
  readonly flagId: number
  readonly projectId: number
  readonly dependsOnFlagIds: readonly number[]
}

/** Every table but the activity log, as one transaction sees them. */
export interface MemoryState {
  readonly organizations: RowSet<string, Organization>
  readonly projects: RowSet<number, Project>
  readonly users: RowSet<number, User>
  readonly memberships: RowSet<string, MembershipRow>
  readonly personalApiKeys: RowSet<string, PersonalApiKeyRow>
  readonly roles: RowSet<string, RoleRow>
  readonly roleMemberships: RowSet<string, RoleMembershipRow>
  readonly flags: RowSet<number, FlagRow>
  readonly flagDependencies: RowSet<number, FlagDependenciesRow>
  readonly flagRoleAccess: RowSet<number, FlagRoleAccess>
}

export function emptyState(): MemoryState {
  return {
    organizations: new RowSet(ORGANIZATIONS),
    projects: new RowSet(PROJECTS),
    users: new RowSet(USERS),
    memberships: new RowSet(MEMBERSHIPS),
    personalApiKeys: new RowSet(PERSONAL_API_KEYS),
    roles: new RowSet(ROLES),
    roleMemberships: new RowSet(ROLE_MEMBERSHIPS),
    flags: new RowSet(FLAGS),
    flagDependencies: new RowSet(FLAG_DEPENDENCIES),
    flagRoleAccess: new RowSet(FLAG_ROLE_ACCESS),
  }
}

/** The same state, to be changed without changing this one. Costs nothing until a table is changed. */
export function forkState(state: MemoryState): MemoryState {
  return {
    organizations: state.organizations.fork(),
    projects: state.projects.fork(),
    users: state.users.fork(),
    memberships: state.memberships.fork(),
    personalApiKeys: state.personalApiKeys.fork(),
    roles: state.roles.fork(),
    roleMemberships: state.roleMemberships.fork(),
    flags: state.flags.fork(),
    flagDependencies: state.flagDependencies.fork(),
    flagRoleAccess: state.flagRoleAccess.fork(),
  }
}

/** One value made of two; the first is an id, which has no slash. */
export function pairOf(id: string | number, value: string | number): string {
  return `${id}/${value}`
}

const ORGANIZATIONS: RowSchema<string, Organization> = {
  name: 'organizations',
  idOf: (row) => row.id,
  unique: { organizations_name: (row) => row.name },
}

const PROJECTS: RowSchema<number, Project> = {
  name: 'projects',
  idOf: (row) => row.id,
  unique: {
    projects_name: (row) => pairOf(row.organizationId, row.name),
    projects_api_token: (row) => row.apiToken,
    projects_secret_api_token: (row) => row.secretApiToken,
  },
}

const USERS: RowSchema<number, User> = {
  name: 'users',
  idOf: (row) => row.id,
  unique: { users_email: (row) => row.email },
}

const MEMBERSHIPS: RowSchema<string, MembershipRow> = {
  name: 'memberships',
  idOf: (row) => row.id,
  unique: { memberships_pair: (row) => pairOf(row.organizationId, row.userId) },
}

const PERSONAL_API_KEYS: RowSchema<string, PersonalApiKeyRow> = {
  name: 'personalApiKeys',
  idOf: (row) => row.id,
  unique: { personal_api_keys_secure_value: (row) => row.secureValue },
}

const ROLES: RowSchema<string, RoleRow> = {
  name: 'roles',
  idOf: (row) => row.id,
  unique: { roles_name: (row) => pairOf(row.organizationId, row.name.toLowerCase()) },
}

const ROLE_MEMBERSHIPS: RowSchema<string, RoleMembershipRow> = {
  name: 'roleMemberships',
  idOf: (row) => row.id,
  unique: { role_memberships_pair: (row) => pairOf(row.roleId, row.userId) },
}

const FLAGS: RowSchema<number, FlagRow> = {
  name: 'flags',
  idOf: (row) => row.flag.id,
  unique: {
    flags_live_key: (row) => (row.flag.deleted ? undefined : pairOf(row.flag.projectId, row.flag.key)),
  },
}

const FLAG_DEPENDENCIES: RowSchema<number, FlagDependenciesRow> = {
  name: 'flagDependencies',
  idOf: (row) => row.flagId,
  unique: {},
}

const FLAG_ROLE_ACCESS: RowSchema<number, FlagRoleAccess> = {
  name: 'flagRoleAccess',
  idOf: (row) => row.id,
  unique: { flag_role_access_pair: (row) => pairOf(row.flagId, row.roleId) },
}

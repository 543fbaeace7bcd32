export type { FlagAccessLevel } from './access/flag-access-level.ts'
export type { FlagRoleAccess, NewFlagRoleAccess } from './access/flag-role-access.ts'
export type { Role, RoleDetails, RoleMembership } from './access/role.ts'
export type { Scope } from './access/scope.ts'
export type { Activity, ActivityDetail, ActivityScope, ActivityVerb, NewActivity } from './activity/activity.ts'
export type { Flag, NewFlag } from './flags/flag.ts'
export type { FlagIndex, FlagOrderField, FlagQuery, FlagType } from './flags/flag-query.ts'
export type { Membership, MembershipLevel } from './identity/membership.ts'
export type { Organization } from './identity/organization.ts'
export type { PersonalApiKey } from './identity/personal-api-key.ts'
export type { NewProject, Project } from './identity/project.ts'
export type { NewUser, User } from './identity/user.ts'
export type { JsonObject, JsonValue } from './json/json-value.ts'
export type { Page, PageRequest } from './pagination/page.ts'
export type { ActivityQuery, ActivityReader, ActivityTable } from './storage/activity-table.ts'
export type { FlagDependency, FlagDependencyReader, FlagDependencyTable } from './storage/flag-dependency-table.ts'
export type { FlagRoleAccessReader, FlagRoleAccessTable } from './storage/flag-role-access-table.ts'
export type { FlagReader, FlagTable } from './storage/flag-table.ts'
export type { MembershipReader, MembershipTable } from './storage/membership-table.ts'
export type { OrganizationReader, OrganizationTable } from './storage/organization-table.ts'
export type { PersonalApiKeyReader, PersonalApiKeyTable } from './storage/personal-api-key-table.ts'
export type { ProjectReader, ProjectTable } from './storage/project-table.ts'
export type { RoleMembershipReader, RoleMembershipTable } from './storage/role-membership-table.ts'
export type { RoleReader, RoleTable } from './storage/role-table.ts'
export type { MigrationReport, ReadTransaction, Store, Transaction } from './storage/store.ts'
export {
  SerializationFailure,
  StoreTooNew,
  StoreUnavailable,
  UNIQUE_CONSTRAINTS,
  type UniqueConstraint,
  UniqueViolation,
} from './storage/store-errors.ts'
export type { UserReader, UserTable } from './storage/user-table.ts'
export { type Clock, epochMsOf, formatTimestamp, parseTimestamp, type Timestamp, timestampOf } from './time/timestamp.ts'

export { type AroundTransaction, aroundTransactions } from './data/around-transactions.ts'
export {
  type ChangeBus,
  type ChangeBusOptions,
  type ChangeBusStatus,
  inProcessChangeBus,
  type ProjectChange,
} from './data/change-bus.ts'
export type { PoolStatus } from './data/pool-status.ts'
export { ACTIVITY_SCOPES, type LoggedActivity, type NewActivity, type VersionStep } from './data/records/activity.ts'
export type { NewCohort } from './data/records/cohort.ts'
export type { Dashboard, DashboardIndex, DashboardQuery, NewDashboard } from './data/records/dashboard.ts'
export type { DashboardCollaborator } from './data/records/dashboard-collaborator.ts'
export type { DashboardTemplate } from './data/records/dashboard-template.ts'
export type { NewFlag } from './data/records/flag.ts'
export {
  FLAG_ORDER_FIELDS,
  type FlagIndex,
  type FlagOrderField,
  type FlagQuery,
  type FlagType,
  type StaleBefore,
} from './data/records/flag-query.ts'
export type { FlagRoleAccess, NewFlagRoleAccess } from './data/records/flag-role-access.ts'
export type { IdempotencyKey } from './data/records/idempotency-key.ts'
export type { Insight, InsightQuery, NewInsight } from './data/records/insight.ts'
export type { Invitation } from './data/records/invitation.ts'
export type { Membership } from './data/records/membership.ts'
export type { OpenIdAccount } from './data/records/openid-account.ts'
export type { OrganizationActivity } from './data/records/organization-activity.ts'
export type { NewProject } from './data/records/project.ts'
export { newVersionTag, type ProjectVersion, TAGGED_VERSIONS, TAGS_GO_EVERY } from './data/records/project-version.ts'
export type { Role, RoleDetails, RoleMembership } from './data/records/role.ts'
export type { Scope } from './data/records/scope.ts'
export type { Session, SignInLink } from './data/records/session.ts'
export type { NewTextCard, TextCard } from './data/records/text-card.ts'
export type { NewTile, Tile, TileContent } from './data/records/tile.ts'
export {
  type SeenFlag,
  type StoredUserSet,
  type UnknownFlag,
  USAGE_MEASURES,
  type UsageCount,
  type UsageCountQuery,
  type UsageDimension,
  type UsageMeasure,
  type UsagePeriod,
  type UsageSum,
  type UserSetKey,
  type UserSetQuery,
} from './data/records/usage.ts'
export type { NewUser } from './data/records/user.ts'
export type { MigrationReport, ReadTransaction, Transaction, WriteOptions } from './data/store.ts'
export {
  SerializationFailure,
  StoreTooNew,
  UNIQUE_CONSTRAINTS,
  type UniqueConstraint,
  UniqueViolation,
} from './data/store-errors.ts'
export type {
  ActivityItem,
  ActivityQuery,
  ActivityReader,
  ActivityTable,
  ItemStep,
  ItemVersion,
  NewestQuery,
} from './data/tables/activity-table.ts'
export type { ClaimedEventTable } from './data/tables/claimed-event-table.ts'
export type { CohortMemberReader, CohortMemberTable } from './data/tables/cohort-member-table.ts'
export type { CohortReader, CohortTable } from './data/tables/cohort-table.ts'
export type {
  DashboardCollaboratorReader,
  DashboardCollaboratorTable,
} from './data/tables/dashboard-collaborator-table.ts'
export type { DashboardReader, DashboardTable } from './data/tables/dashboard-table.ts'
export type { DashboardTemplateReader, DashboardTemplateTable } from './data/tables/dashboard-template-table.ts'
export type { FlagDependency, FlagDependencyReader, FlagDependencyTable } from './data/tables/flag-dependency-table.ts'
export type { FlagRoleAccessReader, FlagRoleAccessTable } from './data/tables/flag-role-access-table.ts'
export type { FlagReader, FlagTable } from './data/tables/flag-table.ts'
export type { GroupReader, GroupTable } from './data/tables/group-table.ts'
export type {
  HashKeyOverride,
  HashKeyOverrideReader,
  HashKeyOverrideTable,
} from './data/tables/hash-key-override-table.ts'
export type { IdempotencyKeyTable } from './data/tables/idempotency-key-table.ts'
export type { InsightReader, InsightTable } from './data/tables/insight-table.ts'
export type { InvitationTable } from './data/tables/invitation-table.ts'
export type { MembershipReader, MembershipTable } from './data/tables/membership-table.ts'
export type { OrganizationActivityTable } from './data/tables/organization-activity-table.ts'
export type { OrganizationReader, OrganizationTable } from './data/tables/organization-table.ts'
export type { PersonReader, PersonTable } from './data/tables/person-table.ts'
export type { PersonalApiKeyReader, PersonalApiKeyTable } from './data/tables/personal-api-key-table.ts'
export type { ProjectReader, ProjectTable, TaggedProject } from './data/tables/project-table.ts'
export type { RoleMembershipReader, RoleMembershipTable } from './data/tables/role-membership-table.ts'
export type { RoleReader, RoleTable } from './data/tables/role-table.ts'
export type { SeenFlagReader, SeenFlagTable } from './data/tables/seen-flag-table.ts'
export type { TextCardReader, TextCardTable } from './data/tables/text-card-table.ts'
export type { TileReader, TileTable } from './data/tables/tile-table.ts'
export type { UsageCountReader, UsageCountTable } from './data/tables/usage-count-table.ts'
export type { UserSetReader, UserSetTable } from './data/tables/user-set-table.ts'
export type { UserReader, UserTable } from './data/tables/user-table.ts'
export { JsonScanner, jsonSigns } from './foundation/json/json-scanner.ts'
export { structureBytes } from './foundation/json/structure-bytes.ts'
export { epochMsOf, parseTimestamp, timestampOf } from './foundation/time/timestamp.ts'
export { mapYielding, yieldToOthers } from './foundation/time/yield.ts'
export { type DefinitionsCache, type DefinitionsToKeep, RENEW_AFTER_MS } from './runtime/snapshots/definitions-cache.ts'
export { KEPT_FORMAT } from './runtime/snapshots/kept-definitions.ts'
export {
  type ChangeChannel,
  type ChannelEvents,
  type OpenChannel,
  remoteChangeBus,
} from './runtime/snapshots/remote-change-bus.ts'
export type { FlagCall } from './runtime/usage/usage-recorder.ts'
export { UserSet } from './runtime/usage/user-set.ts'
